import { MendError } from '../../graph/kernel/errors.ts';
import type { Source } from '../../toolkit/sources/port.ts';
import { openSource } from '../compose-source.ts';
import { printable } from './colours.ts';
import type { CliContext } from './context.ts';

export const repositoryHelp = 'folder of the repository, or an archive of it';

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

/** Opens what `--repo` names and hands it to `use`; says on stderr what of it was left out. */
export async function withRepository<T>(
  context: CliContext,
  name: string,
  use: (source: Source) => Promise<T>,
): Promise<T> {
  const { cwd, signal, progress } = context;
  const source = await openSource({ name, cwd, signal, onProgress: progress.step });
  tellLeftOut(source, context);
  return use(source).catch((error: unknown) => {
    throw inTheUsersWords(error, source);
  });
}

/** Throws `USAGE` where there is no folder of the user's to write a patch to: `source` is what there is instead. */
export function checkApply(source: Pick<Source, 'name'> | undefined): void {
  if (!source) return;
  throw new MendError('USAGE', `--apply writes to a folder of yours, and ${source.name} is none`, {
    hint: 'use --out FILE, and apply the patch with git apply',
  });
}
