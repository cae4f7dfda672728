import { type GitOptions, git } from '../../graph/index/git.ts';
import type { Changes, FileMode } from './file-state.ts';

/** What is in a shadow is thrown away with the run, so it need be neither small nor safe from a power cut. */
export const quick = ['-c', 'core.compression=0', '-c', 'core.fsync=none'];

const gitModes: Readonly<Record<FileMode, string>> = {
  plain: '100644',
  executable: '100755',
  link: '120000',
};

/** By git's mode; `undefined` for what is no file. */
export const modeOf = (gitMode: string): FileMode | undefined =>
  (Object.keys(gitModes) as FileMode[]).find((mode) => gitModes[mode] === gitMode);

const absent = `0 ${'0'.repeat(40)}`;

/** Puts changes into the index; those that go come first, so that a file may take a folder's place. */
export async function stageChanges(options: GitOptions, changes: Changes): Promise<void> {
  const gone: string[] = [];
  const present: string[] = [];
  for (const [path, file] of changes) {
    if (file === null) {
      gone.push(`${absent}\t${path}\0`);
      continue;
    }
    const hash = [...quick, 'hash-object', '-w', '--no-filters', '--stdin'];
    const id = await git(hash, { ...options, input: file.bytes });
    present.push(`${gitModes[file.mode]} ${id.toString().trim()}\t${path}\0`);
  }
  if (gone.length + present.length === 0) return;
  await git(['update-index', '-z', '--index-info'], { ...options, input: [...gone, ...present].join('') });
}
