import { copyFile, mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type GitOptions, git } from '../../graph/index/git.ts';
import { appliedPatch } from './apply-patch.ts';
import type { Changes } from './file-state.ts';
import { quick, stageChanges } from './stage-changes.ts';
import { isUtf8 } from './text-file.ts';

/**
 * A git repository of our own over the base, kept apart from every checkout: what runs in a checkout can't
 * reach it, and nothing of the project's history or configuration is in it.
 */
export interface Shadow {
  /** Patch from the base to the base with `changes`, of `paths` alone when given. */
  diffOf(changes: Changes, paths?: readonly string[]): Promise<string>;
  /**
   * What the files that a patch names become by it. `before` tells what those files are, as far as they differ from
   * the base. Throws `PATCH_REJECTED` if it does not fit.
   */
  applied(patch: string, before: (paths: readonly string[]) => Promise<Changes>): Promise<Changes>;
}

/**
 * Bytes stay bytes: no line-end conversion, no keywords, no filters, whatever `.gitattributes` says. The driver
 * `bytes` has no meaning but the one that `asText` and `asBinary` give it.
 */
const attributes = '* -text -ident -filter -working-tree-encoding diff=bytes\n';
const asText = ['-c', 'diff.bytes.binary=false'];
const asBinary = ['-c', 'diff.bytes.binary=true'];

const diffArguments = ['diff', '--cached', '--no-ext-diff', '--no-textconv', '--no-renames'];

/** Every file counts as a large one, and those go into one pack: thousands of object files take five times as long. */
const inOnePack = [...quick, '-c', 'core.bigFileThreshold=1'];

const identity = {
  GIT_AUTHOR_NAME: 'mendgraph',
  GIT_AUTHOR_EMAIL: 'mendgraph@localhost',
  GIT_COMMITTER_NAME: 'mendgraph',
  GIT_COMMITTER_EMAIL: 'mendgraph@localhost',
  GIT_AUTHOR_DATE: '2000-01-01T00:00:00Z',
  GIT_COMMITTER_DATE: '2000-01-01T00:00:00Z',
};

async function create(gitDir: string, base: string, signal?: AbortSignal): Promise<void> {
  await rm(gitDir, { recursive: true, force: true });
  await mkdir(dirname(gitDir), { recursive: true });
  const options = { cwd: base, env: { ...identity, GIT_DIR: gitDir }, ...(signal && { signal }) };
  await git(['init', '-q', '--bare', '--template=', gitDir], options);
  await mkdir(join(gitDir, 'info'), { recursive: true });
  await writeFile(join(gitDir, 'info', 'attributes'), attributes);
  const tree = { ...options, env: { ...options.env, GIT_WORK_TREE: base } };
  await git([...inOnePack, 'add', '-A', '-f', '--', '.'], tree);
  await git([...quick, 'commit', '-q', '--no-verify', '--allow-empty', '-m', 'base'], tree);
}

async function patchOf(options: GitOptions, paths: readonly string[]): Promise<string> {
  const rest = [...diffArguments, '--binary', 'HEAD', '--', ...paths];
  const patch = await git([...asText, ...rest], options);
  // Bytes of another encoding can't stand in a text: such a change goes in as a binary hunk.
  return (isUtf8(patch) ? patch : await git([...asBinary, ...rest], options)).toString('utf8');
}

/** Opens the shadow of `base` in `gitDir`, made anew unless `reuse`. Throws `GIT_FAILED`, `DISK_FULL`. */
export async function openShadow(
  gitDir: string,
  base: string,
  { reuse, signal }: { readonly reuse: boolean; readonly signal?: AbortSignal },
): Promise<Shadow> {
  if (!reuse) await create(gitDir, base, signal);
  let turn = 0;
  /** Gives `use` a git with an index of its own, that of the base. */
  const withIndex = async <T>(use: (options: GitOptions) => Promise<T>): Promise<T> => {
    turn += 1;
    const index = join(gitDir, `index-${process.pid}-${turn}`);
    const env = {
      GIT_DIR: gitDir,
      GIT_WORK_TREE: base,
      GIT_INDEX_FILE: index,
      GIT_LITERAL_PATHSPECS: '1',
    };
    try {
      await copyFile(join(gitDir, 'index'), index);
      return await use({ cwd: base, env });
    } finally {
      await rm(index, { force: true });
    }
  };
  return {
    async diffOf(changes, paths = ['.']) {
      if (changes.size === 0) return '';
      return withIndex(async (options) => {
        await stageChanges(options, changes);
        return patchOf(options, paths);
      });
    },
    applied: (patch, before) => withIndex((options) => appliedPatch(options, patch, before)),
  };
}
