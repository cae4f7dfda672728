import { chmod, lstat, mkdir, readdir, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Changes, FileState } from '../../../toolkit/workspace/file-state.ts';
import { writeBack } from '../../../toolkit/workspace/write-back.ts';
import { withFolder, writeFiles } from '../../support/git-repository.ts';

interface Folders {
  readonly root: string;
  readonly pristine: string;
}

const file = (text: string): FileState => ({ bytes: Buffer.from(text), mode: 'plain' });
const both: Changes = new Map([
  ['a.py', file('A\n')],
  ['b.py', file('B\n')],
]);

const inFolders = (use: (folders: Folders) => Promise<void>) =>
  withFolder(async (given) => {
    const folder = await realpath(given);
    const folders = {
      root: join(folder, 'root'),
      pristine: join(folder, 'pristine'),
    };
    for (const one of Object.values(folders)) await writeFiles(one, { 'a.py': 'a\n', 'b.py': 'b\n' });
    await use(folders);
  });

const textOf = (root: string, path: string) => readFile(join(root, path), 'utf8');

describe('writeBack', () => {
  it('changes, adds and removes files, and keeps the modes of the user', () =>
    inFolders(async (folders) => {
      const { root } = folders;
      await chmod(join(root, 'a.py'), 0o660);
      const changes: Changes = new Map([
        ['a.py', file('A\n')],
        ['b.py', null],
        ['new/c.py', file('c\n')],
      ]);
      await writeBack({ ...folders, changes });
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
      const { root } = folders;
      await move(root);
      const before = (await readdir(root)).sort();
      await expect(writeBack({ ...folders, changes: both })).rejects.toMatchObject({
        code: 'PATCH_REJECTED',
      });
      expect(await textOf(root, 'a.py')).toBe('a\n');
      expect((await readdir(root)).sort()).toEqual(before);
    }),
  );

  it('refuses a link, and a new file behind a link that leads out', () =>
    inFolders(async (folders) => {
      const { root, pristine } = folders;
      await symlink('a.py', join(root, 'link.py'));
      await symlink('a.py', join(pristine, 'link.py'));
      await symlink(pristine, join(root, 'out'));
      for (const [path, code] of [
        ['link.py', 'PATCH_REJECTED'],
        ['out/new.py', 'PATH_OUTSIDE'],
      ] as const) {
        const changes: Changes = new Map([
          ['a.py', file('A\n')],
          [path, file('x\n')],
        ]);
        await expect(writeBack({ ...folders, changes }), path).rejects.toMatchObject({ code });
      }
      expect(await textOf(root, 'a.py')).toBe('a\n');
      expect((await readdir(pristine)).sort()).toEqual(['a.py', 'b.py', 'link.py']);
    }));

  it('replaces nothing and leaves nothing when the new contents can not all be written', () =>
    inFolders(async (folders) => {
      const { root } = folders;
      await mkdir(join(root, `b.py.mendgraph-${process.pid}`, 'in-the-way'), { recursive: true });
      await expect(writeBack({ ...folders, changes: both })).rejects.toThrow();
      expect(await textOf(root, 'a.py')).toBe('a\n');
      expect(await textOf(root, 'b.py')).toBe('b\n');
      expect((await readdir(root)).filter((name) => name.startsWith('a.py'))).toEqual(['a.py']);
    }));
});
