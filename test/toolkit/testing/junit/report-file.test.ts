import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readReportFile, stampOf } from '../../../../toolkit/testing/junit/report-file.ts';

const report = '<testsuite><testcase name="a"/></testsuite>';

describe('readReportFile', () => {
  let base: string;
  let root: string;
  beforeEach(() => {
    base = mkdtempSync(join(tmpdir(), 'mendgraph-report-'));
    root = join(base, 'root');
    mkdirSync(root);
  });
  afterEach(() => rmSync(base, { recursive: true, force: true }));
  const complaint = async (path = 'out.xml', before: string | null = null) =>
    (await readReportFile(root, path, before)).complaint;

  it('reads one that the run wrote, and not one from before it', async () => {
    const before = await stampOf(root, 'out.xml');
    writeFileSync(join(root, 'out.xml'), report);
    expect(await readReportFile(root, 'out.xml', before)).toMatchObject({
      results: [{ id: 'a' }],
      complaint: null,
    });
    const stale = await stampOf(root, 'out.xml');
    expect(await complaint('out.xml', stale)).toBe('it is from before the run');
    writeFileSync(join(root, 'out.xml'), report);
    expect(await complaint('out.xml', stale)).toBeNull();
  });

  it('says so when there is none', async () => {
    expect(await complaint()).toBe('it was not written');
    expect(await complaint('no/such/out.xml')).toBe('it was not written');
  });

  it.each([
    ['a link', () => symlinkSync(join(base, 'out.xml'), join(root, 'out.xml')), 'it is a link'],
    ['a folder', () => mkdirSync(join(root, 'out.xml')), 'it is no file'],
    ['a pipe', () => execFileSync('mkfifo', [join(root, 'out.xml')]), 'it is no file'],
    [
      'a very large file',
      () => {
        writeFileSync(join(root, 'out.xml'), report);
        truncateSync(join(root, 'out.xml'), 2 ** 30);
      },
      'larger than 64 MB',
    ],
  ])('refuses %s', async (_, make, why) => {
    writeFileSync(join(base, 'out.xml'), report);
    make();
    expect(await complaint()).toContain(why);
  });

  it('refuses a folder on the way that leads out', async () => {
    mkdirSync(join(base, 'other'));
    writeFileSync(join(base, 'other', 'out.xml'), report);
    symlinkSync(join(base, 'other'), join(root, 'build'));
    expect(await complaint('build/out.xml')).toBe('it is outside the repository');
  });
});
