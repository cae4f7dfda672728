import { constants } from 'node:fs';
import { type FileHandle, lstat, open, realpath } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { MendError, toMendError } from '../../../graph/kernel/errors.ts';
import { isWithin } from '../../sandbox/check-request.ts';

/** Name of the file in the repository's root. */
export const settingsName = 'mendgraph.yaml';

const maxBytes = 64 * 1_024;

const refused = (name: string, what: string, hint: string, cause?: unknown): MendError =>
  new MendError('CONFIG_INVALID', `${name} ${what}`, { hint, cause });

async function readBounded(handle: FileHandle, name: string): Promise<string> {
  if (!(await handle.stat()).isFile()) throw refused(name, 'is no file', 'write the settings to a file');
  const buffer = Buffer.alloc(maxBytes + 1);
  let length = 0;
  for (;;) {
    const { bytesRead } = await handle.read(buffer, length, buffer.length - length, length);
    length += bytesRead;
    if (bytesRead === 0 || length > maxBytes) break;
  }
  if (length > maxBytes)
    throw refused(name, 'is larger than 64 KiB', 'settings are a few lines; see docs/manual/probe.md');
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(buffer.subarray(0, length));
    if (!text.includes('\0')) return text;
  } catch {
    // Told below, as what the reader can see.
  }
  throw refused(name, 'is not a text in UTF-8', 'write it as plain YAML');
}

async function read(path: string, name: string): Promise<string> {
  const handle = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    return await readBounded(handle, name);
  } finally {
    await handle.close();
  }
}

/** The text of a file that the user names. Throws `CONFIG_INVALID`, `NOT_FOUND`, `UNREADABLE`. */
export async function readNamedSettings(path: string): Promise<string> {
  try {
    return await read(path, path);
  } catch (error) {
    const { code, message } = toMendError(error);
    if (error instanceof MendError) throw error;
    throw new MendError(code, code === 'NOT_FOUND' ? `there is no ${path}` : message, {
      hint: '--config takes the path of a YAML file; see docs/manual/probe.md',
      cause: error,
    });
  }
}

/** A file by the other usual ending would be passed over without a word. */
async function noSettings(root: string): Promise<null> {
  const other = settingsName.replace(/yaml$/, 'yml');
  if (await lstat(join(root, other)).catch(() => null))
    throw refused(other, `is not read: settings are in ${settingsName}`, `rename it to ${settingsName}`);
  return null;
}

/**
 * The text of the repository's own file, `null` where it has none. A link in it must not lead out of the repository.
 * Throws `CONFIG_INVALID`.
 */
export async function readRepositorySettings(root: string): Promise<string | null> {
  const base = await realpath(root);
  try {
    const real = await realpath(join(base, settingsName));
    if (isWithin(real, base)) return await read(real, settingsName);
    throw refused(
      settingsName,
      `is a link that leads out of the repository (${relative(base, real)})`,
      'put the file itself there, or name another with --config',
    );
  } catch (error) {
    if (error instanceof MendError) throw error;
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return noSettings(base);
    throw refused(settingsName, 'can not be read', 'check its permissions, or remove it', error);
  }
}
