import type { FileFacts } from '../domain/facts.ts';
import type { SkippedFile, SourceFile } from '../domain/snapshot.ts';
import type { OnProgress } from '../kernel/progress.ts';
import { decodeFacts } from '../parse/codec/decode-facts.ts';
import type { ParsedFile } from '../parse/parse-file.ts';
import { parseFiles } from '../parse/worker-pool.ts';
import type { FactCache, KnownFacts } from './fact-cache.ts';
import type { ScannedFile } from './scan.ts';

export interface FileWithFacts extends SourceFile {
  readonly facts: FileFacts;
}

export interface Collected {
  /** Sorted by path. A file that changed since the scan is here as it was when parsed. */
  readonly files: readonly FileWithFacts[];
  /** Files that could not be parsed. */
  readonly failed: readonly SkippedFile[];
  /** What is odd about files that are there. */
  readonly notes: readonly SkippedFile[];
}

export interface CollectOptions {
  readonly cache: FactCache;
  readonly workers?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: OnProgress | undefined;
}

interface Decoded {
  readonly facts: FileFacts;
  readonly notes: readonly string[];
}

/** Equal strings of all files are one: names and terms repeat everywhere. */
function interner(): (text: string) => string {
  const known = new Map<string, string>();
  return (text) => {
    const first = known.get(text);
    if (first !== undefined) return first;
    known.set(text, text);
    return text;
  };
}

/** Facts by hash, of the cache and of this run. */
class FactTable {
  readonly #decoded = new Map<string, Decoded>();
  readonly #added = new Map<string, KnownFacts>();
  readonly #intern = interner();
  readonly #cache: FactCache;

  constructor(cache: FactCache) {
    this.#cache = cache;
  }

  load(hashes: ReadonlySet<string>): void {
    for (const [hash, known] of this.#cache.read(hashes)) {
      try {
        this.#decode(hash, known);
      } catch {
        // Damaged in a way that its checksum did not tell: parsed again, and written anew.
      }
    }
  }

  add(hash: string, known: KnownFacts): void {
    this.#added.set(hash, known);
    this.#decode(hash, known);
  }

  get(hash: string): Decoded | undefined {
    return this.#decoded.get(hash);
  }

  save(): void {
    if (this.#added.size > 0) this.#cache.write(this.#added);
  }

  #decode(hash: string, { facts, notes }: KnownFacts): void {
    this.#decoded.set(hash, { facts: decodeFacts(facts, this.#intern), notes });
  }
}

/** Of each content that is not known yet, one file; the largest first, so that no worker is left with one at the end. */
function toParse(files: Iterable<ScannedFile>, table: FactTable): ScannedFile[] {
  const byHash = new Map<string, ScannedFile>();
  for (const file of files) if (!table.get(file.hash)) byHash.set(file.hash, file);
  return [...byHash.values()].sort((a, b) => b.size - a.size);
}

/**
 * The facts of all files: from the cache where their contents are known, else parsed in workers, and then kept.
 * Throws `CANCELLED`; what is wrong with single files is in the result.
 */
export async function collectFacts(
  scanned: readonly ScannedFile[],
  { cache, workers, signal, onProgress }: CollectOptions,
): Promise<Collected> {
  const table = new FactTable(cache);
  table.load(new Set(scanned.map(({ hash }) => hash)));
  const files = new Map(scanned.map((file) => [file.path, file]));
  const failed: SkippedFile[] = [];
  const take = (file: ScannedFile, parsed: ParsedFile): void => {
    if (parsed.t === 'failed') {
      files.delete(file.path);
      failed.push({ path: file.path, reason: parsed.reason });
      return;
    }
    table.add(parsed.hash, parsed);
    files.set(file.path, { ...file, hash: parsed.hash, size: parsed.size });
  };
  // Again while a file that stood for others of the same content turned out to have changed or failed.
  for (
    let wanted = toParse(files.values(), table);
    wanted.length > 0;
    wanted = toParse(files.values(), table)
  ) {
    const total = wanted.length;
    let done = 0;
    await parseFiles({
      paths: wanted.map(({ realPath }) => realPath),
      workers,
      signal,
      onFile: (index, parsed) => {
        const file = wanted[index];
        if (file) take(file, parsed);
        onProgress?.({ stage: 'parse', done: ++done, total });
      },
    });
  }
  table.save();
  return { ...join(files.values(), table), failed };
}

function join(files: Iterable<ScannedFile>, table: FactTable): Omit<Collected, 'failed'> {
  const found: FileWithFacts[] = [];
  const notes: SkippedFile[] = [];
  for (const { path, hash, size } of files) {
    const known = table.get(hash);
    if (!known) continue;
    found.push({ path, hash, size, facts: known.facts });
    notes.push(...known.notes.map((reason) => ({ path, reason })));
  }
  return { files: found, notes };
}
