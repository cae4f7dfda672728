import { execFile } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { create } from 'tar';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { cli } from '../../builders/run-cli.ts';
import { tarOf } from '../../support/tar-bytes.ts';

describe('an archive in place of a folder', () => {
  let work: string;
  let archive: string;
  const issue = 'examples/timetable/issue.md';
  beforeAll(async () => {
    work = await mkdtemp(join(tmpdir(), 'cli-archives-'));
    vi.stubEnv('MENDGRAPH_HOME', join(work, 'home'));
    archive = join(work, 'timetable.tar.gz');
    await create({ cwd: 'examples', file: archive, gzip: true }, ['timetable']);
  });
  afterAll(async () => {
    vi.unstubAllEnvs();
    await rm(work, { recursive: true, force: true });
  });

  it('is indexed to the graph that the folder gives', async () => {
    const [ofFolder, ofArchive] = await Promise.all([
      cli(['graph', 'export', 'examples/timetable']),
      cli(['graph', 'export', archive]),
    ]);
    expect(ofArchive.exitCode).toBe(0);
    expect(ofArchive.stdout).toBe(ofFolder.stdout);
  });

  it.each([
    ['index', ['index', 'ARCHIVE'], '54 method'],
    ['graph stats', ['graph', 'stats', 'ARCHIVE'], '54 method'],
    ['graph callers', ['graph', 'callers', 'Station.can_catch', '--repo', 'ARCHIVE'], 'planner'],
    ['locate', ['locate', '--repo', 'ARCHIVE', '--issue', issue], 'timetable/'],
    [
      'tool',
      ['tool', 'find_methods_by_name', '--repo', 'ARCHIVE', '--json', '{"name": "can_catch"}'],
      'Station',
    ],
  ])('is taken by %s', async (_name, words, told) => {
    const { exitCode, stdout } = await cli(words.map((word) => (word === 'ARCHIVE' ? archive : word)));
    expect(exitCode).toBe(0);
    expect(stdout).toContain(told);
  });

  it('is repaired to a patch, under its own name', async () => {
    const out = join(work, 'fix.patch');
    const sandbox = ['--sandbox', 'process', '--test', 'python3 -m unittest', '--json'];
    const ended = await cli(['repair', '--repo', archive, '--issue', issue, '--out', out, ...sandbox]);
    expect(ended).toMatchObject({ exitCode: 0 });
    const { runId, base } = JSON.parse(ended.stdout);
    expect(base).toMatchObject({ root: archive, commit: null });
    expect(await readFile(out, 'utf8')).toMatch(/^diff --git a\/timetable\//);
    const { stdout } = await cli(['runs', 'show', runId, '--json']);
    expect(JSON.parse(stdout)).toMatchObject({ repository: archive });
    const resumed = await cli(['runs', 'resume', runId, '--apply']);
    expect(resumed).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('--out FILE') });
  }, 120_000);

  it('is not written to: --apply is wrong usage, and says what to do', async () => {
    const ended = await cli(['repair', '--repo', archive, '--issue', issue, '--apply']);
    expect(ended).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('--out FILE') });
  });

  it('says what of it was left out, and names itself where it holds no Python', async () => {
    const path = join(work, 'odd.tar');
    await writeFile(path, tarOf({ path: 'p/a.txt', content: 'x' }, { path: 'p/\u001b[2J', type: '6' }));
    const { exitCode, stderr } = await cli(['index', path]);
    expect(exitCode).toBe(1);
    expect(stderr).toContain(`${path}: 1 left out, the first: p/?[2J (a pipe)\n`);
    expect(stderr).toContain(`no Python file to index in ${path}\n`);
  });

  it('leaves nothing behind where the disk is full', async () => {
    const home = join(work, 'full-home');
    const large = join(work, 'large.tar');
    await writeFile(
      large,
      tarOf({ path: 'p/a.py', content: 'x = 1\n' }, { path: 'p/b.py', content: '#'.repeat(90_000) }),
    );
    const words = [
      `MENDGRAPH_HOME=${home}`,
      'prlimit',
      '--fsize=65536',
      process.execPath,
      'bin/mendgraph.mjs',
    ];
    const { stderr, code } = await new Promise<{ stderr: string; code: unknown }>((done) => {
      execFile('env', [...words, 'index', large], (error, _stdout, told) =>
        done({ stderr: told, code: error?.code }),
      );
    });
    expect(code).toBe(1);
    expect(stderr).toContain('hint: a limit on the size of files');
    expect(existsSync(join(home, 'sources'))).toBe(true);
    expect(readdirSync(join(home, 'sources', 'trees'))).toEqual([]);
  });
});
