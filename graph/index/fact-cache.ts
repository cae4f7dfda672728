import { randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { type Clock, systemClock } from '../kernel/clock.ts';
import { extractorVersion } from '../parse/extract-facts.ts';
import { decodeShard, encodeShard, type ShardEntries } from './fact-shard.ts';

/** What was found out about one file's bytes. */
export interface KnownFacts {
  /** Encoded by `encodeFacts`. */
  readonly facts: Uint8Array;
  readonly notes: readonly string[];
}

/** Facts by the SHA-256 of the bytes that they describe, whatever repository these are in. */
export interface FactCache {
  /** Those that are known; damaged ones are not. */
  read(hashes: Iterable<string>): Map<string, KnownFacts>;
  /** Adds facts. It only saves time: where it cannot be written, it stays as it is. */
  write(entries: ReadonlyMap<string, KnownFacts>): void;
}

/** Bytes of other files' facts that a shard of 256 keeps, those written last first: 256 MB in all. */
const keptBytes = 2 ** 20;
const abandonedMs = 60 * 60 * 1_000;
const temporary = /\.tmp$/;

const notesSchema = z.array(z.string());

function encodeEntry({ facts, notes }: KnownFacts): Uint8Array {
  const text = Buffer.from(JSON.stringify(notes));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(text.length);
  return Buffer.concat([length, text, facts]);
}

function decodeEntry(bytes: Uint8Array): KnownFacts | undefined {
  const entry = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  try {
    const end = 4 + entry.readUInt32LE(0);
    const notes = notesSchema.parse(JSON.parse(entry.toString('utf8', 4, end)));
    return { facts: entry.subarray(end), notes };
  } catch {
    return undefined;
  }
}

function byShard<T>(entries: Iterable<readonly [hash: string, value: T]>): Map<string, Map<string, T>> {
  const shards = new Map<string, Map<string, T>>();
  for (const [hash, value] of entries) {
    const name = hash.slice(0, 2);
    const shard = shards.get(name) ?? new Map<string, T>();
    shards.set(name, shard.set(hash, value));
  }
  return shards;
}

function readShard(path: string): Map<string, Uint8Array> {
  try {
    return decodeShard(readFileSync(path));
  } catch {
    return new Map();
  }
}

function pick(
  entries: ShardEntries,
  wanted: ReadonlyMap<string, true>,
): (readonly [hash: string, facts: KnownFacts])[] {
  return [...wanted.keys()].flatMap((hash) => {
    const bytes = entries.get(hash);
    const facts = bytes && decodeEntry(bytes);
    return facts ? [[hash, facts] as const] : [];
  });
}

/** The new entries, and of the old ones, which come in the order they were written in, as many as fit. */
function merge(added: ShardEntries, old: ShardEntries): Map<string, Uint8Array> {
  const merged = new Map(added);
  let bytes = 0;
  for (const [hash, entry] of old) {
    bytes += entry.length;
    if (bytes > keptBytes) break;
    if (!merged.has(hash)) merged.set(hash, entry);
  }
  return merged;
}

/** A reader sees the old file or the new one; what a power cut tears is found by its checksums. */
function replaceFile(path: string, bytes: Uint8Array): void {
  const next = `${path}.${process.pid}.${randomBytes(4).toString('hex')}.tmp`;
  try {
    writeFileSync(next, bytes, { flag: 'wx' });
    renameSync(next, path);
  } catch (error) {
    rmSync(next, { force: true });
    throw error;
  }
}

/** Removes what killed writers left, and what older extractors wrote. */
function cleanUp(folder: string, current: string, clock: Clock): void {
  for (const name of readdirSync(folder)) {
    const version = /^facts-(\d+)$/.exec(name)?.[1];
    if (version && Number(version) < extractorVersion)
      rmSync(join(folder, name), { recursive: true, force: true });
  }
  for (const name of readdirSync(current)) {
    const path = join(current, name);
    if (temporary.test(name) && clock.now() - statSync(path).mtimeMs > abandonedMs)
      rmSync(path, { force: true });
  }
}

function quietly(write: () => void): void {
  try {
    write();
  } catch {
    // Without the cache everything is only slower; a full disk is reported where the graph is published.
  }
}

/** The facts kept below `folder`, which is made on the first write. Any number of processes may use it. */
export function openFactCache(folder: string, clock: Clock = systemClock): FactCache {
  const current = join(folder, `facts-${extractorVersion}`);
  const pathOf = (shard: string) => join(current, `${shard}.facts`);
  return {
    read(hashes) {
      const shards = byShard([...hashes].map((hash) => [hash, true] as const));
      return new Map([...shards].flatMap(([name, wanted]) => pick(readShard(pathOf(name)), wanted)));
    },
    write(entries) {
      quietly(() => mkdirSync(current, { recursive: true }));
      for (const [name, added] of byShard(entries)) {
        const encoded = new Map([...added].map(([hash, entry]) => [hash, encodeEntry(entry)]));
        quietly(() => replaceFile(pathOf(name), encodeShard(merge(encoded, readShard(pathOf(name))))));
      }
      quietly(() => cleanUp(folder, current, clock));
    },
  };
}
