import { chmod, lstat, mkdir, readFile, rename, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { fill, type Manifest, restore } from '../../../toolkit/workspace/restore.ts';
import { withFolder, writeFiles } from '../../support/git-repository.ts';

const paths = ['a.py', 'pkg/b.py'];

const inFolder = (use: (base: string, root: string) => Promise<void>) =>
  withFolder(async (folder) => {
    await writeFiles(join(folder, 'base'), { 'a.py': 'a < b\n', 'pkg/b.py': 'b\n' });
    await use(join(folder, 'base'), join(folder, 'root'));
  });

/** What `ctime` would be where the clock of the file system did not tick between two changes. */
async function sameTick(manifest: Manifest, root: string, path: string): Promise<void> {
  const { size, ctimeMs } = await lstat(join(root, path));
  manifest.files.set(path, { size, ctimeMs });
  manifest.sealedAt = ctimeMs + 1;
}

describe('restore', () => {
  it('sees a change that bears the very time and size of the file it was made to', () =>
    inFolder(async (base, root) => {
      const manifest = await fill(base, root, paths);
      await writeFile(join(root, 'a.py'), 'a > b\n');
      await sameTick(manifest, root, 'a.py');
      await restore(base, root, manifest);
      expect(await readFile(join(root, 'a.py'), 'utf8')).toBe('a < b\n');
    }));

  it('does not read what has been at rest since long', () =>
    inFolder(async (base, root) => {
      const manifest = await fill(base, root, paths);
      await sleep(1_100);
      await restore(base, root, manifest);
      const before = new Map(manifest.files);
      // Would be taken for a change if contents were compared.
      await writeFile(join(base, 'pkg/b.py'), 'c\n');
      await restore(base, root, manifest);
      expect(manifest.files).toEqual(before);
      expect(await readFile(join(root, 'pkg/b.py'), 'utf8')).toBe('b\n');
    }));

  it('removes what is in the way, and brings back what went', () =>
    inFolder(async (base, root) => {
      const manifest = await fill(base, root, paths);
      await rename(join(root, 'pkg'), join(root, 'elsewhere'));
      await symlink('/etc', join(root, 'pkg'));
      await rename(join(root, 'a.py'), join(root, 'c.py'));
      await mkdir(join(root, 'a.py/deep'), { recursive: true });
      await mkdir(join(root, 'locked/deep'), { recursive: true });
      await writeFile(join(root, 'locked/deep/x'), '');
      await chmod(join(root, 'locked/deep'), 0);
      await chmod(join(root, 'locked'), 0);
      await restore(base, root, manifest);
      expect(await readFile(join(root, 'a.py'), 'utf8')).toBe('a < b\n');
      expect((await lstat(join(root, 'pkg'))).isDirectory()).toBe(true);
      expect(await readFile(join(root, 'pkg/b.py'), 'utf8')).toBe('b\n');
      await expect(lstat(join(root, 'locked'))).rejects.toThrow('ENOENT');
      await expect(lstat(join(root, 'elsewhere'))).rejects.toThrow('ENOENT');
    }));

  it('fills no folder that a killed process left, nor through its links', () =>
    inFolder(async (base, root) => {
      const outside = join(root, '..', 'outside');
      await writeFile(outside, 'mine\n');
      await mkdir(root);
      await symlink(outside, join(root, 'a.py'));
      await writeFile(join(root, 'conftest.py'), 'left\n');
      await fill(base, root, paths);
      expect(await readFile(outside, 'utf8')).toBe('mine\n');
      await expect(lstat(join(root, 'conftest.py'))).rejects.toThrow('ENOENT');
    }));
});
