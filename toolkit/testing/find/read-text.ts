import { constants } from 'node:fs';
import { open, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { isWithin } from '../../sandbox/check-request.ts';

const maxBytes = 1_024 * 1_024;

/** The text of a file of the repository; `null` where there is none to read, or it leads out, or is over 1 MiB. */
export async function readText(root: string, path: string): Promise<string | null> {
  const base = await realpath(root);
  const real = await realpath(join(base, path)).catch(() => null);
  if (real === null || !isWithin(real, base)) return null;
  const handle = await open(real, constants.O_RDONLY | constants.O_NONBLOCK).catch(() => null);
  if (!handle) return null;
  try {
    const found = await handle.stat();
    if (!found.isFile() || found.size > maxBytes) return null;
    return (await handle.readFile('utf8')).slice(0, maxBytes);
  } finally {
    await handle.close();
  }
}
