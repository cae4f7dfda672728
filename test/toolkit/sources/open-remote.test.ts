import { type ChildProcess, execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Secret } from '../../../graph/kernel/secret.ts';
import { defaultFetchLimits } from '../../../toolkit/sources/fetch-limits.ts';
import { openRemote } from '../../../toolkit/sources/open-remote.ts';
import { type GitServer, serveGit } from '../../support/git-server.ts';
import { nodeProgram, startNodeProgram } from '../../support/node-program.ts';
import { makeOrigin, type Origin } from '../../support/origin-repository.ts';
import { stubProgram } from '../../support/stub-program.ts';

let work: string;
let served: string;
let dir: string;
let origin: Origin;
let server: GitServer;
let first: string;
const servers: GitServer[] = [];
const serve = async (options: Partial<Parameters<typeof serveGit>[0]> = {}): Promise<GitServer> => {
  const one = await serveGit({ root: served, ...options });
  servers.push(one);
  return one;
};

beforeEach(async () => {
  work = await mkdtemp(join(tmpdir(), 'mendgraph-remote-'));
  [served, dir] = [join(work, 'served'), join(work, 'home', 'sources')];
  await mkdir(dir, { recursive: true });
  origin = await makeOrigin(join(served, 'shop'));
  first = await origin.commit({ 'shop/__init__.py': '', 'shop/cart.py': 'x = 1\n' });
  server = await serve();
});
afterEach(async () => {
  vi.unstubAllEnvs();
  for (const one of servers.splice(0)) await one.close();
  await rm(work, { recursive: true, force: true });
});

const pathsIn = (root: string): string[] => readdirSync(root, { recursive: true, encoding: 'utf8' }).sort();
const open = (ref?: string, options = {}) => openRemote(server.url('shop'), ref, { dir, ...options });
const mirror = (): string => {
  const [key = ''] = readdirSync(join(dir, 'mirrors'));
  return join(dir, 'mirrors', key);
};
const parts = (): string[] => pathsIn(dir).filter((path) => path.includes('part-'));

describe('a repository on a server', () => {
  it('gives exactly the files of the commit, whatever its attributes ask for', async () => {
    const files = {
      'crlf.py': 'x = 1\r\n# $Id$ $Format:%H$\r\n',
      'hidden.py': 'y = 2\n',
      'bytes.u': Buffer.from('\ufeffx\r\n', 'utf16le'),
      'run.sh': '#!/bin/sh\n',
    };
    await writeFile(join(origin.path, 'run.sh'), '');
    await chmod(join(origin.path, 'run.sh'), 0o755);
    await symlink('crlf.py', join(origin.path, 'link.py'));
    await origin.commit(files);
    const attributes =
      '* text eol=lf ident filter=evil export-subst\nhidden.py export-ignore\n*.u working-tree-encoding=UTF-16\n';
    await origin.commit({ '.gitattributes': attributes });
    const id = origin.git('hash-object', '-w', '--no-filters', 'crlf.py');
    origin.git('update-index', '--cacheinfo', `100644,${id},crlf.py`);
    origin.git('commit', '-q', '-m', 'line ends as they are');
    const blobs = origin.git('rev-parse', 'HEAD');
    const source = await open();
    expect(source).toMatchObject({ kind: 'git', name: server.url('shop'), commit: blobs, leftOutCount: 0 });
    const tree = origin.git('ls-tree', '-r', '--name-only', 'HEAD').split('\n');
    expect(pathsIn(source.root).filter((path) => statSync(join(source.root, path)).isFile())).toEqual(
      tree.sort(),
    );
    for (const path of tree.filter((one) => one !== 'link.py'))
      expect(await readFile(join(source.root, path))).toEqual(
        execFileSync('git', ['cat-file', 'blob', `HEAD:${path}`], { cwd: origin.path }),
      );
    expect(statSync(join(source.root, 'run.sh')).mode & 0o777).toBe(0o755);
    expect(statSync(join(source.root, 'crlf.py')).mode & 0o777).toBe(0o644);
    expect(await readFile(join(source.root, 'link.py'), 'utf8')).toBe(files['crlf.py']);
  });

  it.each([
    ['a branch', 'work/new-cart'],
    ['a tag', 'v1'],
    ['a tag with a message', 'v1-told'],
    ['a full name', 'refs/heads/work/new-cart'],
  ])('takes %s', async (_what, ref) => {
    origin.git('tag', 'v1');
    origin.git('tag', '-a', '-m', 'one', 'v1-told');
    origin.git('branch', 'work/new-cart');
    await origin.commit({ 'shop/cart.py': 'x = 2\n' });
    const { root, commit } = await open(ref);
    expect(commit).toBe(first);
    expect(await readFile(join(root, 'shop/cart.py'), 'utf8')).toBe('x = 1\n');
  });

  it('takes a commit that no branch ends at, and its beginning where one does', async () => {
    const second = await origin.commit({ 'shop/cart.py': 'x = 2\n' });
    expect(await open(first)).toMatchObject({ commit: first });
    expect(await open(second.slice(0, 10))).toMatchObject({ commit: second });
  });

  it('keeps neither later nor earlier history', async () => {
    const second = await origin.commit({ 'shop/cart.py': 'secret = 2\n' });
    origin.git('tag', 'base');
    await origin.commit({ 'shop/cart.py': 'fixed = 3\n' });
    await open('base');
    const [state = ''] = readdirSync(mirror());
    const git = (...args: string[]) =>
      execFileSync('git', args, { cwd: join(mirror(), state), encoding: 'utf8' });
    expect(git('rev-list', '--all').trim()).toBe(second);
    expect(git('cat-file', '--batch-all-objects', '--batch-check').trim().split('\n')).toHaveLength(5);
  });

  it('asks the server what a branch is, and fetches no commit twice; a commit needs no server', async () => {
    const one = await open('main');
    const asked = server.shown.length;
    expect(await open('main')).toEqual(one);
    expect(server.shown.length - asked).toBeLessThan(3);
    await server.close();
    servers.splice(0);
    expect(await open(first)).toEqual(one);
  });

  it('follows a branch that was pushed by force', async () => {
    await origin.commit({ 'shop/cart.py': 'x = 2\n' });
    await open('main');
    origin.git('reset', '-q', '--hard', first);
    const forced = await origin.commit({ 'shop/cart.py': 'x = 3\n' });
    const { root, commit } = await open('main');
    expect(commit).toBe(forced);
    expect(await readFile(join(root, 'shop/cart.py'), 'utf8')).toBe('x = 3\n');
  });

  it('fetches later what is new alone, and keeps one state', async () => {
    await origin.commit({ 'data.bin': randomBytes(300_000) });
    await open();
    const sizes = () => {
      const [state = '', ...others] = readdirSync(mirror());
      expect(others).toEqual([]);
      const packs = join(mirror(), state, 'objects', 'pack');
      return readdirSync(packs)
        .filter((name) => name.endsWith('.pack'))
        .map((name) => statSync(join(packs, name)).size);
    };
    const [whole = 0] = sizes();
    expect(whole).toBeGreaterThan(300_000);
    await origin.commit({ 'shop/cart.py': 'x = 2\n' });
    const { root } = await open();
    expect(await readFile(join(root, 'data.bin'))).toHaveLength(300_000);
    expect(Math.min(...sizes())).toBeLessThan(10_000);
  });

  it('can be had from a server that gives files alone', async () => {
    origin.git('update-server-info');
    const plain = await serve({ dumb: true });
    const source = await openRemote(plain.url('shop/.git'), 'main', { dir });
    expect(source.commit).toBe(first);
    expect(pathsIn(source.root)).toEqual(['shop', 'shop/__init__.py', 'shop/cart.py']);
    await expect(openRemote(plain.url('shop/.git'), 'a'.repeat(40), { dir })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });

  it('is opened by many at the same time', async () => {
    const all = await Promise.all(Array.from({ length: 5 }, () => open()));
    expect(new Set(all.map(({ root }) => root)).size).toBe(1);
    expect(parts()).toEqual([]);
    expect(readdirSync(mirror())).toHaveLength(1);
  });

  it('says which names are near one that is missing', async () => {
    origin.git('branch', 'stable/3.2.x');
    await expect(open('stable/3.2')).rejects.toMatchObject({
      code: 'NOT_FOUND',
      message: expect.stringContaining('stable/3.2'),
      hint: expect.stringMatching(/nearest are stable\/3\.2\.x/),
    });
    await expect(open('a'.repeat(40))).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('without a commit says so', async () => {
    await makeOrigin(join(served, 'empty'));
    await expect(openRemote(server.url('empty'), undefined, { dir })).rejects.toMatchObject({
      code: 'NOTHING_TO_INDEX',
      hint: expect.stringContaining('--ref'),
    });
  });

  it('leaves out submodules and fetches none', async () => {
    await writeFile(
      join(origin.path, '.gitmodules'),
      `[submodule "s"]\n\tpath = s\n\turl = file://${work}/elsewhere\n`,
    );
    origin.git('update-index', '--add', '--cacheinfo', `160000,${first},s`);
    origin.git('commit', '-q', '-m', 'a submodule');
    const { leftOut, root } = await open();
    expect(leftOut).toEqual([{ path: 's', reason: 'a submodule' }]);
    expect(existsSync(join(root, 's'))).toBe(false);
  });
});

describe('a server that wants a token', () => {
  const token = 'ghp-Secret_0123456789';
  let closed: GitServer;
  beforeEach(async () => {
    closed = await serve({ token });
  });
  /** Every file below the home, its name and its bytes. */
  const isOnDisk = (words: readonly string[]): boolean =>
    pathsIn(join(work, 'home')).some((path) => {
      const at = join(work, 'home', path);
      const text = path + (statSync(at).isFile() ? readFileSync(at, 'latin1') : '');
      return words.some((word) => text.includes(word));
    });
  const encoded = Buffer.from(`x-access-token:${token}`).toString('base64');

  it('gets it from the environment of the git command, not from its arguments, and no file has it', async () => {
    const log = join(work, 'home', 'argv');
    const git = execFileSync('sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim();
    await stubProgram(join(work, 'bin'), 'git', `printf '%s\\n' "$*" >> '${log}'\nexec ${git} "$@"`);
    const source = await openRemote(closed.url('shop'), 'main', { dir, token: new Secret(token) });
    expect(source.name).toBe(closed.url('shop'));
    expect(closed.shown).toContain(`x-access-token:${token}`);
    expect(readFileSync(log, 'utf8')).toMatch(/ls-remote.* fetch .* cat-file/s);
    expect(isOnDisk([token, encoded])).toBe(false);
    expect(JSON.stringify(source)).not.toContain(token);
  });

  it('gets what the URL has, which is nowhere afterwards', async () => {
    const url = closed.url('shop').replace('//', `//someone:${token}@`);
    const source = await openRemote(url, undefined, { dir });
    expect(closed.shown).toContain(`someone:${token}`);
    expect(JSON.stringify(source)).not.toContain(token);
    expect(source.name).toBe(closed.url('shop'));
    expect(isOnDisk([token, Buffer.from(`someone:${token}`).toString('base64')])).toBe(false);
  });

  it.each([
    ['none', undefined, 'set MENDGRAPH_GIT_TOKEN'],
    ['a wrong one', new Secret('wrong-token'), 'check that the token is valid'],
  ])('refuses %s, and the message has no token', async (_what, given, hint) => {
    const failed = openRemote(closed.url('shop'), 'main', { dir, token: given });
    const error = await failed.catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'SOURCE_AUTH', hint: expect.stringContaining(hint) });
    const text = `${error} ${JSON.stringify(error)} ${(error as Error).stack} ${(error as Error).cause}`;
    expect(text).not.toMatch(/wrong-token|d3Jvbmct/);
    expect(parts()).toEqual([]);
  });

  it.each([301, 302, 307, 308])(
    'is left when it redirects (%i): the other gets neither token nor question',
    async (status) => {
      const other = await serve();
      const redirecting = await serve({
        before(request, response) {
          response.writeHead(status, { location: `http://localhost:${other.port}${request.url}` }).end();
          return true;
        },
      });
      await expect(
        openRemote(redirecting.url('shop'), 'main', { dir, token: new Secret(token) }),
      ).rejects.toMatchObject({
        code: 'SOURCE_UNREACHABLE',
        message: expect.stringContaining('redirects'),
      });
      expect(redirecting.shown).toContain(`x-access-token:${token}`);
      expect(other.shown).toEqual([]);
    },
  );

  it('asks no helper, no .netrc and no configuration of the user', async () => {
    const home = join(work, 'user');
    const mark = join(work, 'asked');
    await mkdir(home);
    await writeFile(join(home, '.netrc'), `machine 127.0.0.1 login x password ${token}\n`);
    await writeFile(
      join(home, '.gitconfig'),
      `[credential]\n\thelper = "!touch ${mark}; echo password=${token}"\n[url "http://127.0.0.1:1/"]\n\tinsteadOf = http://127\n`,
    );
    vi.stubEnv('HOME', home);
    await expect(openRemote(closed.url('shop'), 'main', { dir })).rejects.toMatchObject({
      code: 'SOURCE_AUTH',
    });
    expect(existsSync(mark)).toBe(false);
  });
});

describe('a server that will not do', () => {
  const noParts = () => expect(parts()).toEqual([]);
  const short = { ...defaultFetchLimits, wallMs: 1_500 };

  it('is down', async () => {
    const url = server.url('shop');
    await server.close();
    servers.splice(0);
    await expect(openRemote(url, 'main', { dir })).rejects.toMatchObject({ code: 'SOURCE_UNREACHABLE' });
  });

  it('has no such repository', async () => {
    await expect(openRemote(server.url('shoe'), 'main', { dir })).rejects.toMatchObject({
      code: 'NOT_FOUND',
      hint: expect.stringContaining('check the URL'),
    });
  });

  it.each([
    ['answers nothing', () => true],
    [
      'answers half',
      (url: string, response: ServerResponse) => url.includes('upload-pack') && response.write('00'),
    ],
    ['hangs when it should send files', (url: string) => url.endsWith('/git-upload-pack')],
  ])('%s: ends at the time limit, with all that was started', async (_what, hangs) => {
    let hangingUp = 0;
    const hanging = await serve({
      before(request, response) {
        if (!hangs(request.url ?? '', response)) return false;
        request.socket.on('close', () => {
          hangingUp += 1;
        });
        return true;
      },
    });
    const start = performance.now();
    await expect(openRemote(hanging.url('shop'), first, { dir, limits: short })).rejects.toMatchObject({
      code: 'SOURCE_UNREACHABLE',
      message: expect.stringContaining('did not come within 1.5 s'),
    });
    expect(performance.now() - start).toBeLessThan(5_000);
    await vi.waitFor(() => expect(hangingUp).toBeGreaterThan(0));
    noParts();
  });

  it('is left on the signal of the user', async () => {
    const hanging = await serve({ before: () => true });
    const opened = openRemote(hanging.url('shop'), 'main', { dir, signal: AbortSignal.timeout(300) });
    await expect(opened).rejects.toMatchObject({ name: 'TimeoutError' });
    noParts();
  });

  it('sends more than the limit', async () => {
    await origin.commit({ 'data.bin': randomBytes(3_000_000) });
    const opened = openRemote(server.url('shop'), 'main', {
      dir,
      limits: { ...short, wallMs: 60_000, bytes: 1_000_000 },
    });
    await expect(opened).rejects.toMatchObject({ code: 'SOURCE_TOO_LARGE' });
    noParts();
    expect(readdirSync(mirror())).toEqual([]);
  });

  it('may not be named where only others may', async () => {
    const allowed = { schemes: ['https', 'http'] as const, hosts: ['git.example.org'] };
    await expect(openRemote(server.url('shop'), 'main', { dir, allowed })).rejects.toMatchObject({
      code: 'PATH_OUTSIDE',
      hint: expect.stringContaining('git.example.org'),
    });
    expect(server.shown).toEqual([]);
  });
});

describe('a process that is killed while it fetches', () => {
  it('leaves nothing that stands in the way of the next', async () => {
    let isHanging = true;
    const slow = await serve({
      before: ({ url }) => isHanging && url?.endsWith('/git-upload-pack') === true,
    });
    const child: ChildProcess = startNodeProgram(nodeProgram('open-remote.ts', slow.url('shop'), first, dir));
    await vi.waitFor(() => expect(slow.shown.length).toBeGreaterThan(1), { timeout: 20_000 });
    expect(parts().length).toBeGreaterThan(0);
    child.kill('SIGKILL');
    await once(child, 'close');
    expect(parts().length).toBeGreaterThan(0);
    isHanging = false;
    const { root } = await openRemote(slow.url('shop'), 'main', { dir });
    expect(pathsIn(root)).toContain('shop/cart.py');
    expect(parts()).toEqual([]);
  }, 60_000);
});

describe('over ssh', () => {
  it('git asks nothing, and the program of the user gets host and path alone', async () => {
    const log = join(work, 'ssh-argv');
    const script = `printf '%s\\n' "$@" > '${log}'\nenv > '${log}.env'\nfor last; do :; done\nexec sh -c "$last"`;
    await stubProgram(join(work, 'bin'), 'ssh', script);
    const token = new Secret('not-for-ssh');
    const name = `git@example.org:${served}/shop`;
    const source = await openRemote(name, 'main', { dir, token });
    expect(source).toMatchObject({ name, commit: first });
    const words = readFileSync(log, 'utf8').split('\n');
    expect(words).toContain('BatchMode=yes');
    expect(words).toContain('git@example.org');
    expect(readFileSync(`${log}.env`, 'utf8')).not.toMatch(/not-for-ssh|bm90LWZvci1zc2g/);
  });

  it('says what to do where the server takes no key', async () => {
    await stubProgram(
      join(work, 'bin'),
      'ssh',
      'echo "git@example.org: Permission denied (publickey)." >&2; exit 255',
    );
    await expect(openRemote('git@example.org:shop', 'main', { dir })).rejects.toMatchObject({
      code: 'SOURCE_AUTH',
      hint: expect.stringContaining('ssh -T git@example.org'),
    });
  });
});
