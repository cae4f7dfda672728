import { MendError } from '../../graph/kernel/errors.ts';

/** What the user wants repaired. Untrusted text. */
export interface Issue {
  /** First line that is not empty, without `#`. */
  readonly title: string;
  /** The whole text as given, line ends normalised. */
  readonly text: string;
}

const longestTitle = 500;

/** Throws `ISSUE_INVALID` when the text says nothing. */
export function issueFrom(given: string): Issue {
  const text = given
    .replace(/^\uFEFF/, '')
    .replaceAll('\r\n', '\n')
    .replaceAll('\r', '\n');
  const line = text.split('\n').find((one) => one.trim() !== '');
  if (line === undefined)
    throw new MendError('ISSUE_INVALID', 'the issue is empty', {
      hint: 'write what goes wrong, what was expected and, if there is one, the traceback',
    });
  const title = line.trim().replace(/^#+/, '').trim() || line.trim();
  return { title: title.slice(0, longestTitle), text };
}
