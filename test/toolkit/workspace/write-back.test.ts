import { chmod, lstat, mkdir, readdir, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { writeBack } from '../../../toolkit/workspace/write-back.ts';
import { withFolder, writeFiles } from '../../support/git-repository.ts';

interface Folders {
  readonly root: string;
  readonly pristine: string;
  readonly changed: string;
}

const inFolders = (use: (folders: Folders) => Promise<void>) =>
  withFolder(async (given) => {
    const folder = await realpath(given);
    const folders = {
      root: join(folder, 'root'),
      pristine: join(folder, 'pristine'),
      changed: join(folder, 'changed'),
    };
    for (const one of Object.values(folders)) await writeFiles(one, { 'a.py': 'a\n', 'b.py': 'b\n' });
    await use(folders);
  });

const textOf = (root: string, path: string) => readFile(join(root, path), 'utf8');

describe('writeBack', () => {
  it('changes, adds and removes files, and keeps the modes of the user', () =>
    inFolders(async (folders) => {
      const { root, changed } = folders;
      await chmod(join(root, 'a.py'), 0o660);
      await writeFiles(changed, { 'a.py': 'A\n', 'new/c.py': 'c\n' });
      await rm(join(changed, 'b.py'));
      await writeBack({ ...folders, paths: ['a.py', 'b.py', 'new/c.py'] });
      expect(await textOf(root, 'a.py')).toBe('A\n');
      expect((await lstat(join(root, 'a.py'))).mode & 0o777).toBe(0o660);
      expect(await textOf(root, 'new/c.py')).toBe('c\n');
      expect((await readdir(root)).sort()).toEqual(['a.py', 'new']);
    }));

  it.each([
    { why: 'was changed', move: (root: string) => writeFile(join(root, 'b.py'), 'mine\n') },
    { why: 'was removed', move: (root: string) => rm(join(root, 'b.py')) },
    {
      why: 'became a link',
      move: async (root: string) => {
        await rm(join(root, 'b.py'));
        await symlink('a.py', join(root, 'b.py'));
      },
    },
    {
      why: 'became a folder',
      move: async (root: string) => {
        await rm(join(root, 'b.py'));
        await mkdir(join(root, 'b.py'));
      },
    },
  ])('writes nothing at all when one of the files $why', ({ move }) =>
    inFolders(async (folders) => {
      const { root, changed } = folders;
      await writeFiles(changed, { 'a.py': 'A\n', 'b.py': 'B\n' });
      await move(root);
      const before = (await readdir(root)).sort();
      await expect(writeBack({ ...folders, paths: ['a.py', 'b.py'] })).rejects.toMatchObject({
        code: 'PATCH_REJECTED',
      });
      expect(await textOf(root, 'a.py')).toBe('a\n');
      expect((await readdir(root)).sort()).toEqual(before);
    }),
  );

  it('replaces nothing and leaves nothing when the new contents can not all be written', () =>
    inFolders(async (folders) => {
      const { root, changed } = folders;
      await writeFiles(changed, { 'a.py': 'A\n', 'b.py': 'B\n' });
      await mkdir(join(root, `b.py.mendgraph-${process.pid}`, 'in-the-way'), { recursive: true });
      await expect(writeBack({ ...folders, paths: ['a.py', 'b.py'] })).rejects.toThrow();
      expect(await textOf(root, 'a.py')).toBe('a\n');
      expect(await textOf(root, 'b.py')).toBe('b\n');
      expect((await readdir(root)).filter((name) => name.startsWith('a.py'))).toEqual(['a.py']);
    }));
});
