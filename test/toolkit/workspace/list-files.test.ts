import { existsSync } from 'node:fs';
import { utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { listFiles } from '../../../toolkit/workspace/list-files.ts';
import { commitAll, withFolder, writeFiles } from '../../support/git-repository.ts';

describe('listFiles', () => {
  it('in git takes what is tracked, untracked, or ignored and small; no environments, caches or logs', () =>
    withFolder(async (root) => {
      await writeFiles(root, { '.gitignore': '*\n!a.py\n!.gitignore\n', 'a.py': 'x\n' });
      await commitAll(root);
      await writeFiles(root, {
        'pkg/_version.py': 'v\n',
        'data.bin': Buffer.alloc(9 * 2 ** 20),
        'after.txt': 'kept though a large one came before\n',
        'run.log': 'noise\n',
        'a.pyc': 'noise\n',
        'build/lib/a.py': 'noise\n',
        'odd/pyvenv.cfg': 'home = /usr\n',
        'odd/lib/site.py': 'noise\n',
      });
      expect((await listFiles(root)).paths).toEqual(['.gitignore', 'a.py', 'after.txt', 'pkg/_version.py']);
    }));

  it('in a plain folder takes packages of any name, but no environment', () =>
    withFolder(async (root) => {
      await writeFiles(root, {
        'src/build/__init__.py': '',
        'src/venv/__init__.py': '',
        'env/pyvenv.cfg': '',
        'env/lib/os.py': '',
        '__pycache__/a.pyc': '',
      });
      const { paths, commit } = await listFiles(root);
      expect(paths).toEqual(['src/build/__init__.py', 'src/venv/__init__.py']);
      expect(commit).toBeNull();
    }));

  it('names dirty files from the folder that was given, not from the top of the repository', () =>
    withFolder(async (root) => {
      await writeFiles(root, { 'sub/a.py': 'x\n', 'other.py': 'x\n' });
      await commitAll(root);
      await writeFiles(root, { 'sub/a.py': 'y\n', 'sub/new.py': '', 'other.py': 'y\n' });
      const { dirty, paths } = await listFiles(join(root, 'sub'));
      expect([...dirty].sort()).toEqual(['a.py', 'new.py']);
      expect(paths).toEqual(['a.py', 'new.py']);
    }));

  it('runs no filter that the repository configures, though git would to tell what changed', () =>
    withFolder(async (root) => {
      await writeFiles(root, { 'a.py': 'x\n', '.gitattributes': '*.py filter=trap\n' });
      await commitAll(root);
      const sprung = join(root, '.git', 'sprung');
      const config = `[filter "trap"]\n\tclean = touch '${sprung}'\n\tprocess = touch '${sprung}'\n\trequired\n`;
      await writeFile(join(root, '.git/config'), config, { flag: 'a' });
      await utimes(join(root, 'a.py'), 1, 1);
      expect((await listFiles(root)).dirty).toEqual([]);
      expect(existsSync(sprung)).toBe(false);
    }));
});
