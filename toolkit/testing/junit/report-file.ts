import { constants } from 'node:fs';
import { lstat, open, realpath } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isWithin } from '../../sandbox/check-request.ts';
import { JunitReader, type JunitResults } from './parse-junit.ts';

/** What a file was before a run, to tell whether the run wrote it. `null`: it was not there. */
export type FileStamp = string | null;

const maxBytes = 64 * 2 ** 20;

export async function stampOf(checkout: string, path: string): Promise<FileStamp> {
  const found = await lstat(join(checkout, path), { bigint: true }).catch(() => null);
  return found && `${found.ino} ${found.ctimeNs} ${found.mtimeNs} ${found.size}`;
}

const nothing = (complaint: string): JunitResults => ({ results: [], complaint });

/**
 * The report that a run left at `path` of `checkout`. The tests may have put anything there: links are not followed, a
 * folder on the way that leads out is refused, only a plain file is read, at most 64 MB of it.
 */
export async function readReportFile(
  checkout: string,
  path: string,
  before: FileStamp,
): Promise<JunitResults> {
  const file = join(checkout, path);
  const stamp = await stampOf(checkout, path);
  if (stamp === null) return nothing('it was not written');
  if (stamp === before) return nothing('it is from before the run');
  const folder = await realpath(dirname(file)).catch(() => null);
  if (folder === null || !isWithin(folder, await realpath(checkout)))
    return nothing('it is outside the repository');
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  const handle = await open(file, flags).catch(() => null);
  if (!handle) return nothing('it is a link, or can not be read');
  try {
    const { size } = await handle.stat();
    if (!(await handle.stat()).isFile()) return nothing('it is no file');
    if (size > maxBytes) return nothing(`it is larger than ${maxBytes / 2 ** 20} MB`);
    const reader = new JunitReader();
    const stream = handle.createReadStream({ autoClose: false, end: maxBytes, encoding: 'utf8' });
    for await (const text of stream) if (!reader.write(text)) break;
    return reader.end();
  } finally {
    await handle.close();
  }
}
