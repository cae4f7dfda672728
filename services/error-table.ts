import type { ErrorCode } from '../graph/kernel/errors.ts';

interface Meaning {
  readonly exit: number;
  readonly http: number;
}

/** What each error code means to a shell and to an HTTP client. Exhaustive: a new code needs a line here. */
const meanings: Readonly<Record<ErrorCode, Meaning>> = {
  USAGE: { exit: 2, http: 400 },
  NOT_FOUND: { exit: 1, http: 404 },
  NOTHING_TO_INDEX: { exit: 1, http: 422 },
  ISSUE_INVALID: { exit: 1, http: 422 },
  UNREADABLE: { exit: 1, http: 422 },
  DISK_FULL: { exit: 1, http: 507 },
  CACHE_CORRUPT: { exit: 1, http: 500 },
  INDEX_STALE: { exit: 1, http: 409 },
  BUSY: { exit: 1, http: 503 },
  PATH_OUTSIDE: { exit: 1, http: 403 },
  EDIT_REJECTED: { exit: 1, http: 422 },
  PATCH_REJECTED: { exit: 1, http: 422 },
  TOOL_UNKNOWN: { exit: 1, http: 404 },
  TOOL_INPUT: { exit: 1, http: 400 },
  SANDBOX_UNAVAILABLE: { exit: 1, http: 503 },
  INTERPRETER_MISSING: { exit: 1, http: 422 },
  TEST_COMMAND: { exit: 1, http: 422 },
  CONFIG_INVALID: { exit: 1, http: 422 },
  TEST_PASSES_ALREADY: { exit: 1, http: 422 },
  GIT_FAILED: { exit: 1, http: 500 },
  SOURCE_INVALID: { exit: 1, http: 422 },
  SOURCE_TOO_LARGE: { exit: 1, http: 422 },
  SOURCE_UNREACHABLE: { exit: 1, http: 502 },
  SOURCE_AUTH: { exit: 1, http: 502 },
  STORE_UNAVAILABLE: { exit: 1, http: 503 },
  STORE_AUTH: { exit: 1, http: 502 },
  RUN_STATE: { exit: 1, http: 409 },
  CANCELLED: { exit: 1, http: 409 },
  INTERNAL: { exit: 1, http: 500 },
};

/** 2 for wrong usage, 1 for every other error. */
export const exitCodeFor = (code: ErrorCode): number => meanings[code].exit;

export const httpStatusFor = (code: ErrorCode): number => meanings[code].http;
