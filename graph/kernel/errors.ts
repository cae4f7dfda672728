/**
 * Every reason for which mendgraph stops, as a stable code. `services/error-table.ts` maps each to an exit
 * code and an HTTP status; adding a code here fails the build there until it has both.
 */
export const errorCodes = [
  'USAGE',
  'NOT_FOUND',
  'NOTHING_TO_INDEX',
  'ISSUE_INVALID',
  'UNREADABLE',
  'DISK_FULL',
  'CACHE_CORRUPT',
  'INDEX_STALE',
  'BUSY',
  'PATH_OUTSIDE',
  'EDIT_REJECTED',
  'PATCH_REJECTED',
  'TOOL_UNKNOWN',
  'TOOL_INPUT',
  'SANDBOX_UNAVAILABLE',
  'INTERPRETER_MISSING',
  'TEST_COMMAND',
  'CONFIG_INVALID',
  'TEST_PASSES_ALREADY',
  'GIT_FAILED',
  'SOURCE_INVALID',
  'SOURCE_TOO_LARGE',
  'SOURCE_UNREACHABLE',
  'SOURCE_AUTH',
  'STORE_UNAVAILABLE',
  'STORE_AUTH',
  'RUN_STATE',
  'CANCELLED',
  'INTERNAL',
] as const;

export type ErrorCode = (typeof errorCodes)[number];

/** What a person should do next; shown below the message. */
interface MendErrorOptions extends ErrorOptions {
  readonly hint?: string;
}

/**
 * A broken assumption that a caller can name. `message` says what is wrong, `hint` what to do.
 * Expected outcomes (no match, a failing patch) are values, never errors.
 */
export class MendError extends Error {
  readonly code: ErrorCode;
  readonly hint: string | undefined;

  constructor(code: ErrorCode, message: string, { hint, ...options }: MendErrorOptions = {}) {
    super(message, options);
    this.name = 'MendError';
    this.code = code;
    this.hint = hint;
  }
}

const systemCodes: Readonly<Record<string, readonly [ErrorCode, string]>> = {
  ENOSPC: ['DISK_FULL', 'free some space, or point MENDGRAPH_HOME at another disk'],
  EDQUOT: ['DISK_FULL', 'your disk quota is used up; free some space, or point MENDGRAPH_HOME elsewhere'],
  EFBIG: ['DISK_FULL', 'a limit on the size of files stops mendgraph; raise it (ulimit -f)'],
  SQLITE_FULL: ['DISK_FULL', 'free some space, or point MENDGRAPH_HOME at another disk'],
  ENOENT: ['NOT_FOUND', 'check the path'],
  EACCES: ['UNREADABLE', 'check the permissions'],
  EPERM: ['UNREADABLE', 'check the permissions'],
};

/** Turns whatever was thrown into a `MendError`, keeping it as `cause`. A `MendError` comes back as it is. */
export function toMendError(thrown: unknown): MendError {
  if (thrown instanceof MendError) return thrown;
  const error = thrown instanceof Error ? thrown : new Error(String(thrown));
  if (error.name === 'AbortError')
    return new MendError('CANCELLED', 'stopped before the end', { cause: error });
  const known = systemCodes[(error as NodeJS.ErrnoException).code ?? ''];
  if (known) return new MendError(known[0], error.message, { hint: known[1], cause: error });
  return new MendError('INTERNAL', error.message, { cause: error });
}
