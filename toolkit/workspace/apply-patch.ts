import { type GitOptions, git, tryGit } from '../../graph/index/git.ts';
import { MendError } from '../../graph/kernel/errors.ts';
import type { Changes, FileState } from './file-state.ts';
import { modeOf, quick, stageChanges } from './stage-changes.ts';

const refused = (why: string): MendError =>
  new MendError('PATCH_REJECTED', `the patch does not apply: ${why}`, {
    hint: 'nothing was changed; it was made for other files than these, or is no git patch',
  });

async function apply(options: GitOptions, patch: string, args: readonly string[]): Promise<Buffer> {
  const result = await tryGit(['apply', ...args, '-'], { ...options, input: patch });
  if (result.exitCode === 0) return result.stdout;
  throw refused(result.stderr.trim().split('\n')[0] ?? '');
}

/** Of a renamed file git tells the new name, and of the patch the other way round the old one. */
async function pathsIn(options: GitOptions, patch: string): Promise<string[]> {
  const paths = new Set<string>();
  for (const way of [[], ['-R']]) {
    const listed = await apply(options, patch, [...way, '--numstat', '-z']);
    for (const line of listed.toString().split('\0').filter(Boolean))
      paths.add(line.replace(/^[^\t]*\t[^\t]*\t/, ''));
  }
  const stray = [...paths].find((path) => path.startsWith('/') || path.split('/').includes('..'));
  if (stray !== undefined) throw refused(`${stray} is outside the repository`);
  return [...paths];
}

async function stateOf(options: GitOptions, mode: string, id: string): Promise<FileState | null> {
  const fileMode = modeOf(mode);
  return fileMode ? { bytes: await git(['cat-file', 'blob', id], options), mode: fileMode } : null;
}

/** What differs between the index and a tree. */
async function changesSince(options: GitOptions, tree: string): Promise<Map<string, FileState | null>> {
  const raw = ['diff-index', '--cached', '--raw', '--no-renames', '--no-abbrev', '-z', tree];
  const fields = (await git(raw, options)).toString().split('\0').filter(Boolean);
  const changes = new Map<string, FileState | null>();
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const [, mode = '', , id = ''] = (fields[at] ?? '').split(' ');
    changes.set(fields[at + 1] ?? '', await stateOf(options, mode, id));
  }
  return changes;
}

/**
 * What files become by a patch. The index of `options` is that of the base, and is changed. `before` tells what the
 * files that the patch names are, as far as they differ from the base. Throws `PATCH_REJECTED` if it does not fit.
 */
export async function appliedPatch(
  options: GitOptions,
  patch: string,
  before: (paths: readonly string[]) => Promise<Changes>,
): Promise<Changes> {
  await stageChanges(options, await before(await pathsIn(options, patch)));
  const tree = (await git([...quick, 'write-tree'], options)).toString().trim();
  const exact = ['--cached', '--whitespace=nowarn', '--no-ignore-whitespace'];
  await apply(options, patch, exact);
  return changesSince(options, tree);
}
