import { appendFile, copyFile, mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { git } from '../../graph/index/git.ts';
import { isUtf8 } from './text-file.ts';

/**
 * A git repository of our own over the base, kept apart from every checkout: what runs in a checkout can't
 * reach it, and nothing of the project's history or configuration is in it.
 */
export interface Shadow {
  /** Patch from the base to `root`, of `paths` alone when given. */
  diff(root: string, paths?: readonly string[]): Promise<string>;
}

/** Bytes stay bytes: no line-end conversion, no keywords, no filters, whatever `.gitattributes` says. */
const attributes = '* -text -ident -filter -working-tree-encoding diff\n';

const diffArguments = [
  'diff',
  '--cached',
  '--binary',
  '--no-ext-diff',
  '--no-textconv',
  '--no-renames',
  'HEAD',
];

/** A path as gitattributes(5) wants it. */
const quote = (path: string): string => (path === '.' ? '*' : JSON.stringify(`/${path}`));

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
  await git(['init', '-q', '--bare', gitDir], options);
  await writeFile(join(gitDir, 'info', 'attributes'), attributes);
  const tree = { ...options, env: { ...options.env, GIT_WORK_TREE: base } };
  await git(['add', '-A', '-f', '--', '.'], tree);
  await git(['commit', '-q', '--no-verify', '--allow-empty', '-m', 'base'], tree);
}

/** Opens the shadow of `base` in `gitDir`, made anew unless `reuse`. Throws `GIT_FAILED`, `DISK_FULL`. */
export async function openShadow(
  gitDir: string,
  base: string,
  { reuse, signal }: { readonly reuse: boolean; readonly signal?: AbortSignal },
): Promise<Shadow> {
  if (!reuse) await create(gitDir, base, signal);
  const attributesFile = join(gitDir, 'info', 'attributes');
  let turn = 0;
  const staged = async (root: string, paths: readonly string[], index: string): Promise<Buffer> => {
    const env = { GIT_DIR: gitDir, GIT_WORK_TREE: root, GIT_INDEX_FILE: index };
    await copyFile(join(gitDir, 'index'), index);
    await git(['add', '-A', '-f', '--', ...paths], { cwd: root, env });
    return git([...diffArguments, '--', ...paths], { cwd: root, env });
  };
  return {
    async diff(root, paths = ['.']) {
      turn += 1;
      const index = join(gitDir, `index-${process.pid}-${turn}`);
      try {
        const patch = await staged(root, paths, index);
        if (isUtf8(patch)) return patch.toString('utf8');
        // Bytes of another encoding can't stand in a text: such a file goes in as a binary hunk.
        await appendFile(attributesFile, paths.map((path) => `${quote(path)} -diff\n`).join(''));
        return (await staged(root, paths, index)).toString('utf8');
      } finally {
        await rm(index, { force: true });
      }
    },
  };
}
