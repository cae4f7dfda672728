import { chmod, lstat, readFile, realpath, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { copyBase } from '../../../toolkit/workspace/copy-base.ts';
import { withFolder, writeFiles } from '../../support/git-repository.ts';

const inFolder = (use: (from: string, to: string) => Promise<void>) =>
  withFolder(async (folder) => use(join(await realpath(folder), 'project'), join(folder, 'copy')));

describe('copyBase', () => {
  it('keeps bytes and the executable bit, and nothing else of the modes', () =>
    inFolder(async (from, to) => {
      const large = Buffer.alloc(3 * 2 ** 20, 7);
      await writeFiles(from, { 'a.py': 'x\r\n', 'bin/run': '#!\n', 'large.bin': large });
      await chmod(join(from, 'bin/run'), 0o700);
      await chmod(join(from, 'a.py'), 0o400);
      const { paths } = await copyBase({ from, to, paths: ['a.py', 'bin/run', 'large.bin', 'gone.py'] });
      expect(paths).toEqual(['a.py', 'bin/run', 'large.bin']);
      expect((await readFile(join(to, 'large.bin'))).equals(large)).toBe(true);
      expect((await lstat(join(to, 'bin/run'))).mode & 0o777).toBe(0o755);
      expect((await lstat(join(to, 'a.py'))).mode & 0o777).toBe(0o644);
    }));

  it('leaves out links that stay inside by the name of the folder, and what leads to them', () =>
    inFolder(async (from, to) => {
      await writeFiles(from, { 'a.py': 'x\n' });
      await symlink('../project/a.py', join(from, 'round.py'));
      await symlink('round.py', join(from, 'to-round.py'));
      await symlink('a.py', join(from, 'good.py'));
      await symlink('/etc/passwd', join(from, 'out.py'));
      const paths = ['a.py', 'good.py', 'out.py', 'round.py', 'to-round.py'];
      expect((await copyBase({ from, to, paths })).paths).toEqual(['a.py', 'good.py']);
      await expect(lstat(join(to, 'to-round.py'))).rejects.toThrow('ENOENT');
    }));

  it('follows no folder that is a link to elsewhere', () =>
    inFolder(async (from, to) => {
      await writeFiles(from, { 'a.py': 'x\n' });
      await symlink('/etc', join(from, 'etc'));
      expect((await copyBase({ from, to, paths: ['a.py', 'etc/passwd'] })).paths).toEqual(['a.py']);
    }));

  it('names the tree by paths, modes and contents', () =>
    inFolder(async (from, to) => {
      await writeFiles(from, { 'a.py': 'x\n', 'b.py': 'x\n' });
      const tree = async (n: number, ...paths: string[]) =>
        (await copyBase({ from, to: to + n, paths })).tree;
      const first = await tree(1, 'a.py', 'b.py');
      expect(await tree(2, 'b.py', 'a.py')).toBe(first);
      expect(await tree(3, 'a.py')).not.toBe(first);
      await chmod(join(from, 'a.py'), 0o755);
      expect(await tree(4, 'a.py', 'b.py')).not.toBe(first);
    }));
});
