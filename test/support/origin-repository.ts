import { execFileSync } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { inheritedEnvironment } from '../../graph/kernel/inherited-environment.ts';
import { writeFiles } from './git-repository.ts';

/** A repository for others to fetch from. */
export interface Origin {
  readonly path: string;
  git(...args: readonly string[]): string;
  /** Writes the files, commits everything and gives the commit's id. */
  commit(files: Readonly<Record<string, string | Uint8Array>>, message?: string): Promise<string>;
}

const environment = {
  ...inheritedEnvironment('PATH'),
  HOME: '/dev/null',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_AUTHOR_NAME: 'Test',
  GIT_AUTHOR_EMAIL: 'test@example.org',
  GIT_COMMITTER_NAME: 'Test',
  GIT_COMMITTER_EMAIL: 'test@example.org',
};

/** Makes a repository with a checkout on branch `main`, as plain git would. */
export async function makeOrigin(path: string): Promise<Origin> {
  await mkdir(path, { recursive: true });
  const git = (...args: readonly string[]): string =>
    execFileSync('git', args, { cwd: path, env: environment, encoding: 'utf8', stdio: 'pipe' }).trim();
  git('init', '-q', '-b', 'main');
  return {
    path,
    git,
    async commit(files, message = 'a change') {
      await writeFiles(path, files);
      git('add', '-A', '-f');
      git('commit', '-q', '--allow-empty', '-m', message);
      return git('rev-parse', 'HEAD');
    },
  };
}
