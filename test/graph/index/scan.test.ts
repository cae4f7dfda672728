import { chmod, mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { geteuid, seteuid } from 'node:process';
import { describe, expect, it } from 'vitest';
import { git } from '../../../graph/index/git.ts';
import { scan } from '../../../graph/index/scan.ts';
import { commitAll, withFolder, writeFiles } from '../../support/git-repository.ts';

const pathsOf = async (root: string): Promise<string[]> => (await scan(root)).files.map(({ path }) => path);

const nobody = 65_534;

/** Nothing is closed to root, so root steps down for a while. */
async function asNobody<T>(work: () => Promise<T>): Promise<T> {
  if (geteuid?.() !== 0) return work();
  seteuid?.(nobody);
  try {
    return await work();
  } finally {
    seteuid?.(0);
  }
}

describe('in a git repository', () => {
  it('finds what git tracks or would show, and names the commit', () =>
    withFolder(async (root) => {
      await writeFiles(root, {
        '.gitignore': 'build/\n*.gen.py\n',
        'a.py': 'x = 1\n',
        'pkg/b.py': '',
        'deleted.py': '',
        'data.json': '{}',
      });
      await commitAll(root);
      await writeFiles(root, { 'new.py': 'y', 'build/c.py': '', 'pkg/d.gen.py': '' });
      await rm(join(root, 'deleted.py'));
      const found = await scan(root);
      expect(found.files.map(({ path }) => path)).toEqual(['a.py', 'new.py', 'pkg/b.py']);
      expect(found.files[0]).toMatchObject({
        size: 6,
        hash: '9e26bf369911c45c243c684147b23fc9e1dcfcf257d299a1c632016a6fcd33f4',
      });
      expect(found.skipped).toEqual([]);
      expect(found.commit).toBe((await git(['rev-parse', 'HEAD'], { cwd: root })).toString().trim());
    }));

  it('looks only below a subfolder of one', () =>
    withFolder(async (root) => {
      await writeFiles(root, { 'a.py': '', 'pkg/b.py': '', 'pkg/sub/c.py': '' });
      await commitAll(root);
      expect(await pathsOf(join(root, 'pkg'))).toEqual(['b.py', 'sub/c.py']);
    }));

  it('takes a folder that the repository around it ignores for a plain one', () =>
    withFolder(async (root) => {
      await writeFiles(root, { '.gitignore': 'copies/\n', 'a.py': '', 'copies/one/b.py': '' });
      await commitAll(root);
      expect(await pathsOf(join(root, 'copies/one'))).toEqual(['b.py']);
    }));

  it('reports repositories inside, and does not enter them', () =>
    withFolder(async (root) => {
      await writeFiles(root, { 'a.py': '', 'vendor/lib/b.py': '' });
      await commitAll(join(root, 'vendor/lib'));
      await git(['init', '-q'], { cwd: root });
      const found = await scan(root);
      expect(found.files.map(({ path }) => path)).toEqual(['a.py']);
      expect(found.skipped).toEqual([
        { path: 'vendor/lib/', reason: 'another git repository; index it by itself' },
      ]);
    }));

  it('works before the first commit', () =>
    withFolder(async (root) => {
      await writeFiles(root, { 'a.py': '' });
      await git(['init', '-q'], { cwd: root });
      expect(await scan(root)).toMatchObject({ commit: null, files: [{ path: 'a.py' }] });
    }));

  it('reads nothing outside, even where a tracked folder became a link', () =>
    withFolder(async (root) => {
      await writeFiles(root, { 'repo/a.py': '', 'repo/pkg/b.py': '', 'outside/b.py': 'secret = 1' });
      await commitAll(join(root, 'repo'));
      await rm(join(root, 'repo/pkg'), { recursive: true });
      await symlink(join(root, 'outside'), join(root, 'repo/pkg'));
      const found = await scan(join(root, 'repo'));
      expect(found.files.map(({ path }) => path)).toEqual(['a.py']);
      expect(found.skipped).toContainEqual({
        path: 'pkg/b.py',
        reason: 'a symbolic link leads out of the folder',
      });
    }));
});

describe('in a plain folder', () => {
  it('passes over environments, caches and version control', () =>
    withFolder(async (root) => {
      await writeFiles(root, {
        'a.py': '',
        'src/b.py': '',
        '.tox/c.py': '',
        'node_modules/d.py': '',
        'src/__pycache__/e.py': '',
        'env/pyvenv.cfg': '',
        'env/lib/f.py': '',
        'venv/bin/activate': '',
        'venv/h.py': '',
        'lib/venv/i.py': '',
        'x.egg-info/g.py': '',
      });
      expect(await pathsOf(root)).toEqual(['a.py', 'lib/venv/i.py', 'src/b.py']);
    }));

  it('follows links inside and reports the others', () =>
    withFolder(async (root) => {
      await writeFiles(root, { 'p/a.py': 'x', 'p/pkg/b.py': '', 'out.py': '' });
      const link = (target: string, name: string) => symlink(target, join(root, 'p', name));
      await link('a.py', 'same.py');
      await link('../out.py', 'outside.py');
      await link('nowhere.py', 'broken.py');
      await link('loop.py', 'loop.py');
      await link('pkg', 'folder.py');
      await link('pkg', 'other');
      const found = await scan(join(root, 'p'));
      expect(found.files.map(({ path }) => path)).toEqual(['a.py', 'pkg/b.py', 'same.py']);
      expect(found.skipped).toEqual([
        { path: 'broken.py', reason: 'a symbolic link to nothing' },
        { path: 'folder.py', reason: 'a symbolic link to a folder, whose files have paths of their own' },
        { path: 'loop.py', reason: 'a symbolic link that leads to itself' },
        { path: 'outside.py', reason: 'a symbolic link leads out of the folder' },
      ]);
    }));

  it('reports what is binary, too large, or a stub, and takes scripts', () =>
    withFolder(async (root) => {
      await writeFiles(root, {
        'a.py': '',
        'a.pyi': '',
        'binary.py': new Uint8Array([1, 0, 2]),
        'large.py': `#${'x'.repeat(4 * 2 ** 20)}`,
        run: '#!/usr/bin/env python3\nx = 1\n',
        other: '#!/bin/sh\n',
        README: 'python',
        pythonic: '#!/opt/pythonista\n',
      });
      const found = await scan(root);
      expect(found.files.map(({ path }) => path)).toEqual(['a.py', 'run']);
      expect(found.skipped).toEqual([
        { path: 'a.pyi', reason: 'a stub; the code that it describes is indexed instead' },
        { path: 'binary.py', reason: 'binary: it holds NUL bytes' },
        { path: 'large.py', reason: 'larger than 4 MB (4194305 bytes)' },
      ]);
    }));

  it('reports what may not be read', () =>
    withFolder(async (root) => {
      await writeFiles(root, { 'a.py': '', 'b.py': '', 'closed/c.py': '' });
      await chmod(root, 0o755);
      await chmod(join(root, 'b.py'), 0);
      await chmod(join(root, 'closed'), 0);
      const found = await asNobody(() => scan(root));
      await chmod(join(root, 'closed'), 0o755);
      expect(found.files.map(({ path }) => path)).toEqual(['a.py']);
      expect(found.skipped.map(({ path }) => path).sort()).toEqual(['b.py', 'closed/']);
    }));

  it('keeps odd names as they are', () =>
    withFolder(async (root) => {
      const names = [' a.py', 'b\n.py', 'é.py', '-c.py', '日本.py'];
      await writeFiles(root, Object.fromEntries(names.map((name) => [name, ''])));
      const plain = await pathsOf(root);
      expect(plain).toEqual([...names].sort());
      await commitAll(root);
      expect(await pathsOf(root)).toEqual(plain);
    }));
});

describe('a folder that cannot be indexed', () => {
  const failing = async (root: string) => scan(root).catch((error: unknown) => error);

  it.each([
    { what: 'not there', make: async () => undefined, code: 'NOT_FOUND', hint: 'check the path' },
    {
      what: 'a file',
      make: (path: string) => writeFile(path, ''),
      code: 'NOT_FOUND',
      hint: 'give the folder that holds the project',
    },
    {
      what: 'empty',
      make: (path: string) => mkdir(path),
      code: 'NOTHING_TO_INDEX',
      hint: 'give the folder of a Python project',
    },
    {
      what: 'without Python',
      make: (path: string) => writeFiles(path, { 'a.js': '' }),
      code: 'NOTHING_TO_INDEX',
      hint: 'give a folder with .py files',
    },
    {
      what: 'with nothing but what is skipped',
      make: (path: string) => writeFiles(path, { 'a.py': '\0' }),
      code: 'NOTHING_TO_INDEX',
      hint: 'skipped 1, the first: a.py (binary: it holds NUL bytes)',
    },
    {
      what: 'a repository that ignores all its Python',
      make: async (path: string) => {
        await writeFiles(path, { '.gitignore': '*.py\n', 'a.py': '' });
        await commitAll(path);
      },
      code: 'NOTHING_TO_INDEX',
      hint: 'give a folder with .py files; those that .gitignore names do not count',
    },
    {
      what: 'a bare repository',
      make: async (path: string) => {
        await mkdir(path);
        await git(['init', '-q', '--bare'], { cwd: path });
      },
      code: 'NOTHING_TO_INDEX',
      hint: 'this is a bare git repository; clone it and give the clone',
    },
  ])('$what is $code', ({ make, code, hint }) =>
    withFolder(async (folder) => {
      const path = join(folder, 'project');
      await make(path);
      expect(await failing(path)).toMatchObject({ code, hint });
    }),
  );

  it('stops on the signal', () =>
    withFolder(async (root) => {
      await writeFiles(root, { 'a.py': '' });
      const abort = new AbortController();
      abort.abort();
      await expect(scan(root, { signal: abort.signal })).rejects.toMatchObject({ code: 'CANCELLED' });
    }));
});
