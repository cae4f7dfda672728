import { existsSync } from 'node:fs';
import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { git, tryGit } from '../../../graph/index/git.ts';
import { commitAll, withFolder, writeFiles } from '../../support/git-repository.ts';

describe('git', () => {
  it('gives what git prints, and its status where that is asked for', () =>
    withFolder(async (root) => {
      await writeFiles(root, { 'a.py': 'x\n' });
      await commitAll(root);
      expect((await git(['ls-files'], { cwd: root })).toString()).toBe('a.py\n');
      expect(await tryGit(['rev-parse', '--verify', '-q', 'nowhere'], { cwd: root })).toMatchObject({
        exitCode: 1,
      });
      await expect(git(['rev-parse', '--verify', 'nowhere'], { cwd: root })).rejects.toMatchObject({
        code: 'GIT_FAILED',
      });
    }));

  it('takes input', () =>
    withFolder(async (root) => {
      const printed = await git(['hash-object', '--stdin'], { cwd: root, input: 'hello\n' });
      expect(printed.toString().trim()).toBe('ce013625030ba8dba906f756967f9e9ca394464a');
    }));

  it('runs nothing that a hostile repository configures', () =>
    withFolder(async (root) => {
      const trap = join(root, 'trap.sh');
      const sprung = join(root, 'sprung');
      await writeFiles(root, { 'a.py': 'x\n' });
      await commitAll(root);
      await writeFile(trap, `#!/bin/sh\ntouch '${sprung}'\n`);
      await chmod(trap, 0o755);
      const config = [
        `[core]\n\tfsmonitor = ${trap}\n\thooksPath = ${root}\n\tpager = ${trap}\n\tsshCommand = ${trap}`,
        `[diff]\n\texternal = ${trap}`,
        `[pager]\n\tls-files = ${trap}\n\tdiff = ${trap}`,
      ];
      await writeFile(join(root, '.git/config'), `${config.join('\n')}\n`, { flag: 'a' });
      await writeFile(join(root, 'a.py'), 'y\n');
      await tryGit(['ls-files', '-co', '--exclude-standard'], { cwd: root });
      await tryGit(['status', '--porcelain'], { cwd: root });
      await tryGit(['diff'], { cwd: root });
      expect(existsSync(sprung)).toBe(false);
    }));

  it('stops on the signal', () =>
    withFolder(async (root) => {
      const abort = new AbortController();
      abort.abort();
      await expect(tryGit(['status'], { cwd: root, signal: abort.signal })).rejects.toMatchObject({
        name: 'AbortError',
      });
    }));
});
