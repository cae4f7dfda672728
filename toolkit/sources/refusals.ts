import { MendError } from '../../graph/kernel/errors.ts';

/** Control characters of a hostile name don't reach the terminal. */
export const shown = (text: string): string => text.replace(/\p{Cc}/gu, '?').slice(0, 200);

/** The whole source is refused. */
export const invalid = (what: string, hint: string, cause?: unknown): MendError =>
  new MendError('SOURCE_INVALID', what, { hint, ...(cause === undefined ? {} : { cause }) });

export const tooLarge = (what: string): MendError =>
  new MendError('SOURCE_TOO_LARGE', what, {
    hint: 'unpack it yourself if you trust it, and point --repo at the folder',
  });
