import type { TestResult } from '../../../toolkit/testing/types.ts';

/** What a test says that fails because of the machine it runs on, not because of the code. */
const signs: readonly (readonly [RegExp, string])[] = [
  [
    /\b(?:ConnectionError|ConnectionRefusedError|NewConnectionError|MaxRetryError|gaierror|URLError|SSLError|ProxyError|ConnectTimeout|ReadTimeout)\b/,
    'needs the network',
  ],
  [
    /Network is unreachable|Name or service not known|Temporary failure in name resolution/,
    'needs the network',
  ],
  [/\bModuleNotFoundError\b|\bNo module named\b/, 'needs a module that is not installed'],
  [/\bImportError: cannot import name\b/, 'needs another version of a module'],
  [/\bfixture '[^']{1,80}' not found/, 'needs a pytest plugin that is not installed'],
  [/\bPytestUnknownMarkWarning\b|\bDeprecationWarning\b|\bPendingDeprecationWarning\b/, 'fails at a warning'],
  [/\bPermissionError\b|\bReadOnlyFileSystem|Read-only file system/, 'needs rights it does not have'],
  [/No space left on device|Disk quota exceeded/, 'needs space on the disk'],
  [/\bunsupported locale setting\b|\bZoneInfoNotFoundError\b/, 'needs another locale or time zone data'],
];

/** Why a failure looks like one of the machine, or `null` when it looks like one of the code. */
export function environmentCause({ status, message }: TestResult): string | null {
  const said = message ?? '';
  for (const [sign, cause] of signs) if (sign.test(said)) return cause;
  return status === 'timeout' ? 'did not end in time' : null;
}
