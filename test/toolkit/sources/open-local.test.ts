import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openLocal } from '../../../toolkit/sources/open-local.ts';
import { openSource } from '../../../toolkit/sources/open-source.ts';
import { makeOrigin, type Origin } from '../../support/origin-repository.ts';

let work: string;
let dir: string;
let origin: Origin;
let first: string;
beforeEach(async () => {
  work = await mkdtemp(join(tmpdir(), 'mendgraph-local-'));
  dir = join(work, 'sources');
  await mkdir(dir);
  origin = await makeOrigin(join(work, 'shop'));
  first = await origin.commit({ 'shop/cart.py': 'x = 1\n', 'setup.py': '' });
});
afterEach(() => rm(work, { recursive: true, force: true }));

const pathsIn = (root: string): string[] => readdirSync(root, { recursive: true, encoding: 'utf8' }).sort();
const named = (name: string, ref?: string) =>
  openSource({ name, ref, cwd: work, dir, token: () => undefined });
const bare = (): string => {
  execFileSync('git', ['clone', '-q', '--bare', origin.path, join(work, 'shop.git')], { stdio: 'pipe' });
  return join(work, 'shop.git');
};

describe('a repository on this machine', () => {
  it.each([
    ['its folder and a branch', () => named('shop', 'main')],
    ['its URL', () => named(`file://${origin.path}`)],
    ['its URL and a commit', () => named(`file://${origin.path}`, first)],
    ['its URL and the beginning of a commit', () => named(`file://${origin.path}`, first.slice(0, 8))],
    ['a bare one', () => named(bare())],
    ['the URL of a bare one and a branch', () => named(`file://${bare()}`, 'main')],
  ])('is taken by %s: the files of the commit, and nothing of what is on disk', async (_what, take) => {
    const source = await take();
    await origin.commit({ 'shop/cart.py': 'x = 2\n', 'later.py': '' });
    expect(source).toMatchObject({ kind: 'git', commit: first, leftOutCount: 0 });
    expect(pathsIn(source.root)).toEqual(['setup.py', 'shop', 'shop/cart.py']);
    expect(await readFile(join(source.root, 'shop/cart.py'), 'utf8')).toBe('x = 1\n');
  });

  it('is the folder itself where no commit is asked for', async () => {
    expect(await named('shop')).toMatchObject({ kind: 'folder', root: origin.path, commit: null });
    expect(existsSync(join(dir, 'trees'))).toBe(false);
  });

  it('gives the files below the folder that is named', async () => {
    const { root } = await openLocal(join(origin.path, 'shop'), 'main', { dir });
    expect(pathsIn(root)).toEqual(['cart.py']);
  });

  it('is read once for each commit', async () => {
    const one = await named('shop', 'main');
    expect(await named('shop', first)).toEqual(one);
    await origin.commit({ 'shop/cart.py': 'x = 2\n' });
    expect((await named('shop', 'main')).root).not.toBe(one.root);
  });

  it.each([
    ['an option', '--upload-pack=touch x'],
    ['a question', 'main~1'],
    ['a way out', '../main'],
    ['a reflog', 'main@{1}'],
    ['nothing', ''],
    ['two words', 'main other'],
    ['a lock', 'main.lock'],
  ])('takes no %s for a ref', async (_what, ref) => {
    await expect(named('shop', ref)).rejects.toMatchObject({
      code: 'USAGE',
      hint: expect.stringContaining('--ref'),
    });
  });

  it('says which names are near, where there is no repository, no commit, or no folder', async () => {
    origin.git('tag', 'v1.0');
    await expect(named('shop', 'v1.1')).rejects.toMatchObject({
      code: 'NOT_FOUND',
      hint: expect.stringContaining('v1.0'),
    });
    await mkdir(join(work, 'plain'));
    await expect(named('plain', 'main')).rejects.toMatchObject({ code: 'USAGE' });
    await makeOrigin(join(work, 'empty'));
    await expect(named(`file://${work}/empty`)).rejects.toMatchObject({ code: 'NOTHING_TO_INDEX' });
    await expect(named('nowhere', 'main')).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(named('shop/setup.py', 'main')).rejects.toMatchObject({ code: 'USAGE' });
    await expect(named('file://elsewhere/shop')).rejects.toMatchObject({ code: 'USAGE' });
  });
});

describe('of a hostile tree', () => {
  const blob = (text: string): string =>
    execFileSync('git', ['hash-object', '-w', '--stdin'], {
      cwd: origin.path,
      input: text,
      encoding: 'utf8',
    }).trim();
  /** A tree as its bytes say, with names that git itself would not write. */
  const tree = (...entries: readonly (readonly [mode: string, name: string, id: string])[]): string => {
    const bytes = Buffer.concat(
      entries.map(([mode, name, id]) =>
        Buffer.concat([Buffer.from(`${mode} ${name}\0`), Buffer.from(id, 'hex')]),
      ),
    );
    const words = ['hash-object', '-t', 'tree', '-w', '--stdin', '--literally'];
    return execFileSync('git', words, { cwd: origin.path, input: bytes, encoding: 'utf8' }).trim();
  };
  const openTree = (id: string) => {
    const commit = origin.git('commit-tree', id, '-m', 'hostile');
    return openLocal(origin.path, commit, { dir });
  };

  it('leaves out what git must not have, links outside and what is there twice, and says so', async () => {
    const [x, evil, out] = [blob('x = 1\n'), blob('evil'), blob('../../outside')];
    const inner = tree(['100644', 'config', evil]);
    const { root, leftOut } = await openTree(
      tree(
        ['100644', 'A.py', x],
        ['100644', 'a.py', evil],
        ['40000', '.GIT', inner],
        ['100644', '.git ', evil],
        ['120000', 'link', out],
        ['40000', 'pkg', tree(['40000', '.git', inner], ['100644', 'good.py', x])],
        ['100644', 'twice.py', x],
        ['100644', 'twice.py', evil],
        ['120000', 'way', blob('pkg')],
        ['40000', 'way', tree(['100644', 'good.py', evil])],
      ),
    );
    expect(pathsIn(root)).toEqual(['A.py', 'pkg', 'pkg/good.py', 'twice.py', 'way', 'way/good.py']);
    expect(leftOut.map(({ path }) => path).sort()).toEqual(
      ['.GIT', '.git ', 'a.py', 'link', 'pkg/.git', 'twice.py', 'way/good.py'].sort(),
    );
    for (const path of ['A.py', 'pkg/good.py', 'twice.py'])
      expect(await readFile(join(root, path), 'utf8')).toBe('x = 1\n');
  });

  it.each(['..', '../evil', 'a/../../evil', '/evil'])('refuses all for an entry %s', async (name) => {
    const hostile = ['100644', name, blob('evil')] as const;
    await expect(openTree(tree(['100644', 'a.py', blob('x')], hostile))).rejects.toMatchObject({
      code: 'SOURCE_INVALID',
      message: expect.stringContaining('outside'),
    });
    expect(readdirSync(join(dir, 'trees'))).toEqual([]);
    expect(existsSync(join(dir, 'evil'))).toBe(false);
  });

  it('stops at the limit where a few trees unfold to ten billion files', async () => {
    let id = tree(['100644', 'f', blob('x')]);
    for (let level = 0; level < 10; level += 1)
      id = tree(...'0123456789'.split('').map((name) => ['40000', name, id] as const));
    const start = performance.now();
    await expect(openTree(id)).rejects.toMatchObject({ code: 'SOURCE_TOO_LARGE' });
    expect(performance.now() - start).toBeLessThan(20_000);
    expect(readdirSync(join(dir, 'trees'))).toEqual([]);
  }, 60_000);
});
