import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readReportLines } from '../../../toolkit/testing/report-lines.ts';

describe('readReportLines', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'mendgraph-lines-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const read = (...lines: readonly unknown[]) => {
    const file = join(folder, 'report.jsonl');
    writeFileSync(
      file,
      lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n'),
    );
    return readReportLines(file);
  };
  const result = (id: string, status: string, more = {}) => ({
    event: 'result',
    id,
    status,
    seconds: 0.5,
    message: null,
    frames: [],
    ...more,
  });

  it('reads what was written until a run was killed', async () => {
    const lines = await read(
      { event: 'start', id: 'a' },
      result('a', 'failed', { message: 'E: no', frames: [['x.py', 3, 'f']] }),
      { event: 'coverage', id: 'a', files: { 'x.py': '1-3,7' } },
      { event: 'start', id: 'b' },
      '{"event": "resu',
    );
    expect([...lines.results.values()]).toEqual([
      {
        id: 'a',
        status: 'failed',
        seconds: 0.5,
        message: 'E: no',
        frames: [{ path: 'x.py', line: 3, function: 'f' }],
      },
    ]);
    expect(lines.coverage.get('a')).toEqual({ 'x.py': [1, 2, 3, 7] });
    expect(lines).toMatchObject({ running: 'b', ended: false, hang: null });
  });

  it('keeps the worse of two results of one test', async () => {
    const { results } = await read(result('a', 'passed'), result('a', 'error'), result('a', 'passed'));
    expect([...results.values()].map(({ status }) => status)).toEqual(['error']);
  });

  it('passes over what is not a proper line', async () => {
    const lines = await read(
      'noise',
      'null',
      '[]',
      { event: 'other' },
      result('a', 'fine'),
      result('', 'passed'),
      result('b', 'passed', { seconds: -1 }),
      {
        event: 'coverage',
        id: 'c',
        files: { '../x.py': '1', '/etc/x': '1', 'y.py': 'no,3-1,2,99999999999' },
      },
      result('d', 'failed', {
        frames: [
          ['/etc/passwd', 1, 'f'],
          ['a/../../b', 1, 'f'],
        ],
      }),
      { event: 'end', status: 0 },
    );
    expect([...lines.results.keys()]).toEqual(['d']);
    expect(lines.results.get('d')?.frames).toEqual([]);
    expect(lines.coverage.get('c')).toEqual({ 'y.py': [2] });
    expect(lines.ended).toBe(true);
  });

  it('keeps where the threads were when the last resort ended the process', async () => {
    const { hang, running } = await read(
      { event: 'start', id: 'a' },
      'Timeout (0:00:06)!',
      'Thread 0x1 (most recent call first):',
      '  File "x.py", line 3 in f',
    );
    expect(hang).toContain('File "x.py", line 3 in f');
    expect(running).toBe('a');
  });

  it.each(['link', 'fifo', 'folder', 'nothing'])('reads nothing from a %s put in its place', async (kind) => {
    const file = join(folder, 'report.jsonl');
    const secret = join(folder, 'secret');
    writeFileSync(secret, JSON.stringify(result('a', 'passed')));
    if (kind === 'link') symlinkSync(secret, file);
    if (kind === 'fifo') execFileSync('mkfifo', [file]);
    if (kind === 'folder') execFileSync('mkdir', [file]);
    expect((await readReportLines(file)).results.size).toBe(0);
  });
});
