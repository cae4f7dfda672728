import { copyFile, mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { git, tryGit } from '../../graph/index/git.ts';
import { MendError } from '../../graph/kernel/errors.ts';
import type { Changes } from './files.ts';
import { isUtf8 } from './text-file.ts';

/**
 * A git repository of our own over the base, kept apart from every checkout: what runs in a checkout can't
 * reach it, and nothing of the project's history or configuration is in it.
 */
export interface Shadow {
  /** Patch from the base to `root`, of `paths` alone when given. */
  diff(root: string, paths?: readonly string[]): Promise<string>;
  /** Patch from the base to the base with `changes`. */
  diffOf(changes: Changes, paths?: readonly string[]): Promise<string>;
  /** Paths below `root` that differ from the base. */
  changed(root: string): Promise<readonly string[]>;
  /** Applies a patch below `root`. Throws `PATCH_REJECTED` and changes nothing if it does not fit. */
  apply(root: string, patch: string): Promise<void>;
}

/**
 * Bytes stay bytes: no line-end conversion, no keywords, no filters, whatever `.gitattributes` says. The driver
 * `bytes` has no meaning but the one that `asText` and `asBinary` give it.
 */
const attributes = '* -text -ident -filter -working-tree-encoding diff=bytes\n';
const asText = ['-c', 'diff.bytes.binary=false'];
const asBinary = ['-c', 'diff.bytes.binary=true'];

const diffArguments = ['diff', '--cached', '--no-ext-diff', '--no-textconv', '--no-renames'];

/** It is thrown away with the run, so it need be neither small nor safe from a power cut. */
const quick = ['-c', 'core.compression=0', '-c', 'core.fsync=none'];

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

type Run = (args: readonly string[], input?: Buffer) => Promise<Buffer>;

async function patchOf(run: Run, paths: readonly string[]): Promise<string> {
  const rest = [...diffArguments, '--binary', 'HEAD', '--', ...paths];
  const patch = await run([...asText, ...rest]);
  // Bytes of another encoding can't stand in a text: such a change goes in as a binary hunk.
  return (isUtf8(patch) ? patch : await run([...asBinary, ...rest])).toString('utf8');
}

const absent = `0 ${'0'.repeat(40)}`;

/** What `update-index --index-info` reads; those that go come first, so that a file may take a folder's place. */
async function entriesOf(run: Run, changes: Changes): Promise<Buffer> {
  const gone: string[] = [];
  const present: string[] = [];
  for (const [path, file] of changes) {
    if (file === null) {
      gone.push(`${absent}\t${path}\0`);
      continue;
    }
    const id = await run([...quick, 'hash-object', '-w', '--no-filters', '--stdin'], file.bytes);
    present.push(`${file.executable ? '100755' : '100644'} ${id.toString().trim()}\t${path}\0`);
  }
  return Buffer.from([...gone, ...present].join(''));
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
  const withIndex = async <T>(root: string, use: (run: Run) => Promise<T>): Promise<T> => {
    turn += 1;
    const index = join(gitDir, `index-${process.pid}-${turn}`);
    const env = {
      GIT_DIR: gitDir,
      GIT_WORK_TREE: root,
      GIT_INDEX_FILE: index,
      GIT_LITERAL_PATHSPECS: '1',
    };
    try {
      await copyFile(join(gitDir, 'index'), index);
      return await use((args, input) => git(args, { cwd: root, env, ...(input && { input }) }));
    } finally {
      await rm(index, { force: true });
    }
  };
  /** The same, with the files of `root` staged. */
  const staged = <T>(root: string, paths: readonly string[], use: (run: Run) => Promise<T>): Promise<T> =>
    withIndex(root, async (run) => {
      await run([...quick, 'add', '-A', '-f', '--', ...paths]);
      return use(run);
    });
  return {
    diff: (root, paths = ['.']) => staged(root, paths, (run) => patchOf(run, paths)),
    async diffOf(changes, paths = ['.']) {
      if (changes.size === 0) return '';
      return withIndex(base, async (run) => {
        await run(['update-index', '-z', '--index-info'], await entriesOf(run, changes));
        return patchOf(run, paths);
      });
    },
    changed: (root) =>
      staged(root, ['.'], async (run) => {
        const names = await run([...diffArguments, '--name-only', '-z', 'HEAD', '--', '.']);
        return names.toString('utf8').split('\0').filter(Boolean);
      }),
    async apply(root, patch) {
      const args = ['apply', '--whitespace=nowarn', '--no-ignore-whitespace'];
      const options = { cwd: root, env: { GIT_DIR: gitDir, GIT_WORK_TREE: root }, input: patch };
      for (const check of [['--check'], []]) {
        const { exitCode, stderr } = await tryGit([...args, ...check, '-'], options);
        if (exitCode === 0) continue;
        throw new MendError('PATCH_REJECTED', `the patch does not apply: ${stderr.trim().split('\n')[0]}`, {
          hint: 'it was made for other files than these; start a new run',
        });
      }
    },
  };
}
