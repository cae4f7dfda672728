import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { MendError } from '../../graph/kernel/errors.ts';
import { tooLarge } from './refusals.ts';

/** Of what a server is asked for. */
export interface FetchLimits {
  /** For all of it, milliseconds. */
  readonly wallMs: number;
  /** Packed, as it comes. */
  readonly bytes: number;
}

export const defaultFetchLimits: FetchLimits = { wallMs: 600_000, bytes: 2 ** 31 };

const lookEveryMs = 250;

/**
 * A signal that comes with `signal`, or when it took too long; `late` is then what to tell. `end` must be called.
 */
export function withinTime(
  what: string,
  { wallMs }: FetchLimits,
  signal: AbortSignal | undefined,
): { readonly signal: AbortSignal; late(): MendError | undefined; end(): void } {
  const own = new AbortController();
  const late = new MendError('SOURCE_UNREACHABLE', `${what} did not come within ${wallMs / 1_000} s`, {
    hint: 'try again, or clone it yourself and point --repo at the clone',
  });
  const timer = setTimeout(() => own.abort(late), wallMs);
  return {
    signal: signal ? AbortSignal.any([signal, own.signal]) : own.signal,
    late: () => (own.signal.aborted ? late : undefined),
    end: () => clearTimeout(timer),
  };
}

async function sizeOf(folder: string): Promise<number> {
  const names = await readdir(folder).catch(() => []);
  const sizes = names.map(async (name) => (await stat(join(folder, name)).catch(() => undefined))?.size ?? 0);
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

/** The same for a folder that grows by more than what is allowed; `check` looks once more. */
export async function withinSize(
  folder: string,
  { bytes }: FetchLimits,
  signal: AbortSignal,
): Promise<{ readonly signal: AbortSignal; check(): Promise<void>; end(): void }> {
  const before = await sizeOf(folder);
  const own = new AbortController();
  const look = async (): Promise<void> => {
    if ((await sizeOf(folder)) - before > bytes)
      own.abort(tooLarge(`more than ${Math.round(bytes / 2 ** 20)} MiB came from the server`));
  };
  const timer = setInterval(look, lookEveryMs);
  return {
    signal: AbortSignal.any([signal, own.signal]),
    async check() {
      await look();
      own.signal.throwIfAborted();
    },
    end: () => clearInterval(timer),
  };
}
