import { existsSync, readFileSync } from 'node:fs';
import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
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

  it('hands on what git prints as it comes, and ends git when that is refused', () =>
    withFolder(async (root) => {
      await writeFiles(root, { 'a.py': 'x\n', 'b.py': 'y\n' });
      await commitAll(root);
      const chunks: string[] = [];
      const onStdout = (chunk: Buffer) => void chunks.push(chunk.toString());
      const { stdout } = await tryGit(['ls-files'], { cwd: root, onStdout });
      expect([stdout.length, chunks.join('')]).toEqual([0, 'a.py\nb.py\n']);
      const refuse = () => {
        throw new Error('too much');
      };
      const words = ['cat-file', '--batch-check', '--batch-all-objects'];
      await expect(tryGit(words, { cwd: root, onStdout: refuse })).rejects.toThrow('too much');
    }));

  it('ends, with a group of its own, what git has started', () =>
    withFolder(async (root) => {
      const pid = join(root, 'pid');
      const abort = new AbortController();
      const started = `!sh -c 'echo $$ > ${pid}; exec sleep 60'`;
      const running = tryGit(['-c', `alias.slow=${started}`, 'slow'], {
        cwd: root,
        ownGroup: true,
        signal: abort.signal,
      });
      await vi.waitFor(() => expect(readFileSync(pid, 'utf8')).toMatch(/\d+\n/));
      abort.abort();
      await expect(running).rejects.toMatchObject({ name: 'AbortError' });
      // Of one that is dead and not yet asked for its status nothing is left but its number.
      const commandLine = `/proc/${readFileSync(pid, 'utf8').trim()}/cmdline`;
      await vi.waitFor(() =>
        expect(existsSync(commandLine) && readFileSync(commandLine, 'utf8')).toBeFalsy(),
      );
    }));
});
