import { readdirSync, readFileSync, statSync } from 'node:fs';
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { cli } from '../../builders/run-cli.ts';
import { type GitServer, serveGit } from '../../support/git-server.ts';
import { makeOrigin, type Origin } from '../../support/origin-repository.ts';

const token = 'glpat-NotOnAnyDisk_42';
const issue = 'examples/timetable/issue.md';

describe('a URL in place of a folder', () => {
  let work: string;
  let home: string;
  let origin: Origin;
  let server: GitServer;
  let url: string;
  let base: string;
  beforeAll(async () => {
    work = await mkdtemp(join(tmpdir(), 'cli-repositories-'));
    home = join(work, 'home');
    vi.stubEnv('MENDGRAPH_HOME', home);
    vi.stubEnv('MENDGRAPH_GIT_TOKEN', token);
    origin = await makeOrigin(join(work, 'served', 'timetable'));
    await cp('examples/timetable', origin.path, { recursive: true });
    base = await origin.commit({});
    origin.git('tag', 'v1.0');
    await origin.commit({ 'timetable/later.py': 'def later():\n    return 1\n' });
    server = await serveGit({ root: join(work, 'served'), token });
    url = server.url('timetable');
  });
  afterAll(async () => {
    vi.unstubAllEnvs();
    await server.close();
    await rm(work, { recursive: true, force: true });
  });

  it('is indexed at the commit that is named, to the graph that the folder gives', async () => {
    const [ofFolder, ofTag, ofHead] = await Promise.all([
      cli(['graph', 'export', 'examples/timetable']),
      cli(['graph', 'export', url, '--ref', 'v1.0']),
      cli(['graph', 'export', url]),
    ]);
    expect(ofTag).toMatchObject({ exitCode: 0, stdout: ofFolder.stdout });
    expect(ofHead.stdout).toContain('later');
  });

  it.each([
    ['index', ['index', 'URL', '--ref', 'v1.0'], '54 method'],
    ['graph stats', ['graph', 'stats', 'URL', '--ref', 'v1.0'], '54 method'],
    ['graph find', ['graph', 'find', 'later', '--repo', 'URL', '--ref', 'main'], 'timetable/later.py'],
    ['locate', ['locate', '--repo', 'URL', '--ref', 'v1.0', '--issue', issue], 'timetable/'],
    [
      'tool',
      ['tool', 'find_methods_by_name', '--repo', 'URL', '--ref', 'main', '--json', '{"name": "later"}'],
      'later',
    ],
  ])('is taken by %s', async (_name, words, told) => {
    const { exitCode, stdout } = await cli(words.map((word) => (word === 'URL' ? url : word)));
    expect(exitCode).toBe(0);
    expect(stdout).toContain(told);
  });

  it('is repaired to a patch, and no file has the token', async () => {
    const out = join(work, 'fix.patch');
    const words = ['--sandbox', 'process', '--test', 'python3 -m unittest', '--json', '--out', out];
    const named = url.replace('//', `//oauth2:${token}@`);
    const ended = await cli(['repair', '--repo', named, '--ref', 'v1.0', '--issue', issue, ...words]);
    expect(ended).toMatchObject({ exitCode: 0 });
    expect(JSON.parse(ended.stdout).base).toMatchObject({ root: url, commit: base });
    expect(ended.stdout + ended.stderr).not.toContain(token);
    expect(await readFile(out, 'utf8')).toMatch(/^diff --git a\/timetable\//);
    const encoded = ['oauth2', 'x-access-token'].map((user) =>
      Buffer.from(`${user}:${token}`).toString('base64'),
    );
    for (const path of readdirSync(home, { recursive: true, encoding: 'utf8' })) {
      const at = join(home, path);
      const text = path + (statSync(at).isFile() ? readFileSync(at, 'latin1') : '');
      for (const word of [token, ...encoded]) expect(text.includes(word), path).toBe(false);
    }
  }, 120_000);

  it('is not written to: --apply is wrong usage, and nothing is fetched', async () => {
    const asked = server.shown.length;
    const ended = await cli(['repair', '--repo', url, '--issue', issue, '--apply']);
    expect(ended).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('--out FILE') });
    const local = await cli(['repair', '--repo', origin.path, '--ref', 'main', '--issue', issue, '--apply']);
    expect(local).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('--out FILE') });
    expect(server.shown).toHaveLength(asked);
  });

  it('explains what is wrong, as one document with --json', async () => {
    const { exitCode, stdout } = await cli(['index', url, '--ref', 'v2.0', '--json']);
    expect(exitCode).toBe(1);
    expect(JSON.parse(stdout).error).toMatchObject({
      code: 'NOT_FOUND',
      hint: expect.stringContaining('v1.0'),
    });
    vi.stubEnv('MENDGRAPH_GIT_TOKEN', 'another');
    const refused = await cli(['index', url, '--ref', 'v1.0', '--json']);
    expect(JSON.parse(refused.stdout).error).toMatchObject({ code: 'SOURCE_AUTH' });
    vi.stubEnv('MENDGRAPH_GIT_TOKEN', 'two words');
    expect(await cli(['index', url])).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('no token'),
    });
    vi.stubEnv('MENDGRAPH_GIT_TOKEN', token);
    for (const bad of ['ext::touch x', 'http://me:hidden@example.org/a', `file://me:hidden@elsewhere/a`]) {
      const ended = await cli(['index', bad]);
      expect(ended.exitCode).toBe(2);
      expect(ended.stderr).not.toContain('hidden');
    }
  });
});
