import type { Dirent } from 'node:fs';
import { open, readdir, realpath, stat } from 'node:fs/promises';
import { join, posix, sep } from 'node:path';
import { MendError, toMendError } from '../graph/kernel/errors.ts';
import { decodeSource, isBinary } from '../graph/parse/decode-source.ts';
import { repositoryPath } from './lookup/repository-path.ts';
import { TextCache } from './lookup/text-cache.ts';
import { sieve, signatureOf, type TextSignature } from './lookup/text-signature.ts';
import type { CheckoutView, ListedFile } from './tool-context.ts';

/** Larger files are data; tools say that they are not read. */
const largestFile = 4 * 1024 * 1024;
const mostFiles = 200_000;
const cachedCharacters = 64 * 1024 * 1024;
/** Of all signatures together, bytes. */
const signatureBytes = 64 * 1024 * 1024;
const hidden = new Set(['.git', '__pycache__']);

/** Whether a path is not in one of the folders that nobody is shown. */
export const isShown = (path: string): boolean => !path.split('/').some((part) => hidden.has(part));

/** The text of a file; `undefined` where that is binary or larger than what tools read. */
export const textOf = (bytes: Buffer): string | undefined =>
  bytes.length > largestFile || isBinary(bytes) ? undefined : decodeSource(bytes).text;

async function sizeOf(path: string): Promise<number> {
  return (await stat(path).catch(() => undefined))?.size ?? 0;
}

/** Files below `root`, by path. Links are left out: what they lead to is listed where it is, or is outside. */
async function walk(root: string): Promise<ListedFile[]> {
  const files: ListedFile[] = [];
  const folders = [''];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    const entries: Dirent[] = await readdir(join(root, folder), { withFileTypes: true }).catch(() => []);
    for (const entry of entries) {
      const path = posix.join(folder, entry.name);
      if (entry.isDirectory() && !hidden.has(entry.name)) folders.push(path);
      else if (entry.isFile() && files.length < mostFiles)
        files.push({ path, size: await sizeOf(join(root, path)) });
    }
  }
  return files.sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** At most `largestFile` bytes of a regular file, whatever happens to it meanwhile. */
async function readBounded(path: string): Promise<Buffer | undefined> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    if (size > largestFile) return undefined;
    const buffer = Buffer.alloc(size);
    const { bytesRead } = await file.read(buffer, 0, size, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

async function realInside(root: string, path: string): Promise<string | undefined> {
  const real = await realpath(join(root, path)).catch(() => undefined);
  if (real === undefined) return undefined;
  if (real !== root && !real.startsWith(root + sep))
    throw new MendError('PATH_OUTSIDE', `"${path}" leads out of the repository`, {
      hint: 'it is a symbolic link; its target is not part of the repository',
    });
  return (await stat(real)).isFile() ? real : undefined;
}

/** Signatures of the texts that were read, by path, as long as there is room. */
class Signatures {
  readonly #known = new Map<string, TextSignature>();
  #held = 0;

  add(path: string, text: string): void {
    if (this.#held > signatureBytes || this.#known.has(path)) return;
    const signature = signatureOf(text);
    this.#known.set(path, signature);
    this.#held += signature.byteLength;
  }

  mayHold(text: string): (path: string) => boolean {
    const passes = sieve(text);
    return (path) => {
      const signature = this.#known.get(path);
      return signature === undefined || passes(signature);
    };
  }
}

/**
 * Looks at the folder `root`, which does not change while it is looked at: the list and texts are kept, texts up
 * to a bound. Throws `NOT_FOUND` where there is no such folder.
 */
export async function openCheckoutView(root: string): Promise<CheckoutView> {
  const real = await realpath(root).catch((error: unknown) => {
    throw toMendError(error);
  });
  const texts = new TextCache(cachedCharacters);
  const signatures = new Signatures();
  let files: Promise<ListedFile[]> | undefined;
  const load = async (path: string): Promise<string | undefined> => {
    if (!isShown(path)) return undefined;
    const file = await realInside(real, path);
    const bytes = file === undefined ? undefined : await readBounded(file);
    const text = bytes && textOf(bytes);
    signatures.add(path, text ?? '');
    return text;
  };
  return {
    async list() {
      files ??= walk(real);
      return files;
    },
    read(written) {
      return texts.get(repositoryPath(written, real), load);
    },
    mayHold: (text) => signatures.mayHold(text),
  };
}
