import { cp, mkdtemp, readFile, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { tryGit } from '../graph/index/git.ts';
import { packageRoot } from './package-root.ts';

/** A copy of the example project, to be repaired. */
export interface DemoProject {
  /** Absolute. */
  readonly root: string;
  readonly issueText: string;
  remove(): Promise<void>;
}

const identity = {
  GIT_AUTHOR_NAME: 'mendgraph',
  GIT_AUTHOR_EMAIL: 'mendgraph@localhost',
  GIT_COMMITTER_NAME: 'mendgraph',
  GIT_COMMITTER_EMAIL: 'mendgraph@localhost',
};

/** Best effort: a folder that is no git repository can be repaired too. */
async function makeRepository(root: string): Promise<void> {
  const options = { cwd: root, env: identity };
  for (const args of [
    ['init', '-q'],
    ['add', '-A'],
    ['commit', '-q', '--no-verify', '--no-gpg-sign', '-m', 'A timetable planner'],
  ])
    if ((await tryGit(args, options)).exitCode !== 0) return;
}

/** Copies `examples/timetable` to a temporary folder and makes it a git repository where git is installed. */
export async function makeDemoProject(): Promise<DemoProject> {
  const folder = await mkdtemp(join(await realpath(tmpdir()), 'mendgraph-demo-'));
  const root = join(folder, 'timetable');
  const source = join(packageRoot(), 'examples', 'timetable');
  await cp(source, root, { recursive: true, filter: (path) => !path.includes('__pycache__') });
  await makeRepository(root).catch(() => undefined);
  return {
    root,
    issueText: await readFile(join(root, 'issue.md'), 'utf8'),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
