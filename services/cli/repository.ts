import { Option } from 'commander';
import { MendError } from '../../graph/kernel/errors.ts';
import { isFolderOfUser } from '../../toolkit/sources/open-source.ts';
import type { Source } from '../../toolkit/sources/port.ts';
import { openSource } from '../compose-source.ts';
import type { RunRecord } from '../runs/port.ts';
import { printable } from './colours.ts';
import type { CliContext } from './context.ts';

export const repositoryHelp = 'folder or URL of the repository, or an archive of it';

/** Which repository, as the options of a command say it. */
export interface RepositoryFlags {
  readonly repo: string;
  readonly ref?: string | undefined;
}

/** `--ref`, the same for every command that takes a repository. */
export const refOption = (): Option =>
  new Option(
    '--ref <ref>',
    'branch, tag or commit to take (default of a URL: what the server has checked out)',
  );

/** The user knows what was named, not the folder that we keep it in. */
function inTheUsersWords(thrown: unknown, { kind, name, root }: Source): unknown {
  if (!(thrown instanceof MendError) || kind === 'folder') return thrown;
  const { code, message, hint } = thrown;
  return new MendError(code, message.replaceAll(root, name), {
    cause: thrown,
    ...(hint ? { hint: hint.replaceAll(root, name) } : {}),
  });
}

function tellLeftOut({ name, leftOut: [first], leftOutCount }: Source, { streams }: CliContext): void {
  if (!first) return;
  const what = `${leftOutCount} left out, the first: ${first.path} (${first.reason})`;
  streams.stderr.write(`${printable(`${name}: ${what}`)}\n`);
}

/** Opens what `--repo` and `--ref` name and hands it to `use`; says on stderr what of it was left out. `maxTime` is in seconds. */
export async function withRepository<T>(
  context: CliContext,
  { repo, ref, maxTime }: RepositoryFlags & { readonly maxTime?: number },
  use: (source: Source) => Promise<T>,
): Promise<T> {
  const { cwd, signal, progress } = context;
  const wall = maxTime === undefined ? {} : { wallMs: maxTime * 1_000 };
  const source = await openSource({ name: repo, ref, cwd, signal, onProgress: progress.step, ...wall });
  tellLeftOut(source, context);
  return use(source).catch((error: unknown) => {
    throw inTheUsersWords(error, source);
  });
}

const noFolder = (): MendError =>
  new MendError('USAGE', '--apply writes to a folder of yours, and this repository is none', {
    hint: 'use --out FILE, and apply the patch with git apply',
  });

/** Found out before anything is fetched. Throws `USAGE` where there is no folder of the user's to write a patch to. */
export async function checkApply({ repo, ref }: RepositoryFlags, { cwd }: CliContext): Promise<void> {
  if (!(await isFolderOfUser({ name: repo, ref, cwd }))) throw noFolder();
}

/** The same for a run that was recorded. */
export function checkApplyTo(run: RunRecord | undefined): void {
  if (run?.options.source) throw noFolder();
}
