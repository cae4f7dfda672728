import { chmod, lstat, mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Changes, FileState } from '../../../toolkit/workspace/file-state.ts';
import { replaceFiles } from '../../../toolkit/workspace/replace-files.ts';
import { contentsOf } from '../../builders/workspace.ts';
import { withFolder, writeFiles } from '../../support/git-repository.ts';

const before = { 'a.py': 'a\n', 'b.py': 'b\n', 'only/c.py': 'c\n' };
const file = (text: string, mode: FileState['mode'] = 'plain'): FileState => ({
  bytes: Buffer.from(text),
  mode,
});
const changes = (...entries: [string, FileState | null][]): Changes => new Map(entries);

const inFolder = (use: (root: string) => Promise<void>) =>
  withFolder(async (root) => {
    await writeFiles(root, before);
    await use(root);
  });

const full = Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });

describe('replaceFiles', () => {
  it('changes, adds, removes and links, and leaves no empty folder of what it removed', () =>
    inFolder(async (root) => {
      await chmod(join(root, 'a.py'), 0o640);
      await replaceFiles(
        root,
        changes(
          ['a.py', file('A\n', 'executable')],
          ['b.py', null],
          ['only/c.py', null],
          ['new/d.sh', file('d\n', 'executable')],
          ['link', file('a.py', 'link')],
        ),
      );
      expect((await readdir(root)).sort()).toEqual(['a.py', 'link', 'new']);
      expect(await contentsOf(root)).toEqual({ 'a.py': 'A\n', 'new/d.sh': 'd\n' });
      expect((await stat(join(root, 'a.py'))).mode & 0o777).toBe(0o751);
      expect((await stat(join(root, 'new/d.sh'))).mode & 0o777).toBe(0o755);
      expect((await lstat(join(root, 'link'))).isSymbolicLink()).toBe(true);
    }));

  it('makes a file a folder and a folder a file, in one go', () =>
    inFolder(async (root) => {
      await replaceFiles(
        root,
        changes(['a.py/x.py', file('x\n')], ['only', file('y\n')], ['a.py', null], ['only/c.py', null]),
      );
      expect(await contentsOf(root)).toEqual({ 'a.py/x.py': 'x\n', only: 'y\n', 'b.py': 'b\n' });
    }));

  it('replaces nothing and leaves nothing when the disk is full', () =>
    inFolder(async (root) => {
      let left = 1;
      const write = async (path: string, bytes: Buffer, options: { readonly flag: 'wx' }) => {
        await writeFile(path, left > 0 ? bytes : bytes.subarray(0, 1), options);
        left -= 1;
        if (left < 0) throw full;
      };
      const wanted = changes(['only/c.py', null], ['a.py', file('A\n')], ['n/b.py', file('B\n')]);
      await expect(replaceFiles(root, wanted, write)).rejects.toMatchObject({ code: 'DISK_FULL' });
      expect(await contentsOf(root)).toEqual(before);
      expect((await readdir(root)).sort()).toEqual(['a.py', 'b.py', 'only']);
    }));

  it('undoes what it did when a later step fails', () =>
    inFolder(async (root) => {
      const wanted = changes(
        ['a.py', file('A\n')],
        ['only/c.py', null],
        ['n/deep/d.py', file('d\n')],
        ['b.py/in-the-way.py', file('e\n')],
      );
      await expect(replaceFiles(root, wanted)).rejects.toMatchObject({ code: 'EDIT_REJECTED' });
      expect(await contentsOf(root)).toEqual(before);
      expect((await readdir(root)).sort()).toEqual(['a.py', 'b.py', 'only']);
    }));

  it('writes nothing through a link to a folder', () =>
    inFolder(async (root) => {
      await mkdir(join(root, 'inside/real'), { recursive: true });
      const outside = join(root, 'inside');
      await symlink(outside, join(root, 'link'));
      await writeFile(join(outside, 'f.py'), 'f\n');
      for (const wanted of [
        changes(['a.py', file('A\n')], ['link/new.py', file('n\n')]),
        changes(['a.py', file('A\n')], ['link/f.py', null]),
        changes(['a.py', file('A\n')], ['link/real/deep/new.py', file('n\n')]),
      ])
        await expect(replaceFiles(root, wanted)).rejects.toMatchObject({ code: 'PATH_OUTSIDE' });
      expect(await readdir(outside)).toEqual(['f.py', 'real']);
      expect(await readdir(join(outside, 'real'))).toEqual([]);
      expect(await readFile(join(root, 'a.py'), 'utf8')).toBe('a\n');
    }));
});
