import { mkdir, open, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { CodeGraph, Snapshot } from '../../domain/snapshot.ts';
import { type Clock, systemClock } from '../../kernel/clock.ts';
import { MendError, toMendError } from '../../kernel/errors.ts';
import type { GraphCatalog, GraphStore } from '../port.ts';
import { prune, type Retention, removeAbandoned } from './clean-up.ts';
import { decodeContainer, encodeContainer } from './container.ts';
import { EmbeddedStore } from './embedded-store.ts';
import { encodeEntities } from './entities.ts';
import { fileNameOf } from './file-names.ts';
import { type OpenFile, publishFile } from './publish-file.ts';
import { encodeRelations } from './relations.ts';
import { reviseSections } from './revise.ts';
import { SectionReader, type Sections } from './sections.ts';
import { decodeSnapshot, encodeSnapshot } from './snapshot-text.ts';
import { encodeTerms } from './text-index.ts';

/** Enough for the branches a person works on. */
const defaultRetention: Retention = { keep: 24, maxBytes: 2 * 1024 ** 3 };

export interface EmbeddedOptions {
  readonly retention?: Retention;
  readonly clock?: Clock;
  /** For tests of a full disk. */
  readonly openFile?: OpenFile;
}

const steps: readonly ((graph: CodeGraph) => Sections)[] = [
  ({ entities }) => encodeEntities(entities),
  ({ entities, relations }) => encodeRelations(entities, relations),
  ({ entities, terms }) => encodeTerms(entities, terms),
];

/** Gives other work a turn between the steps, so that a signal can be heard. */
async function encode(snapshot: Snapshot, graph: CodeGraph, signal?: AbortSignal): Promise<Sections> {
  let sections: Sections = { snapshot: encodeSnapshot(snapshot) };
  for (const step of steps) {
    sections = { ...sections, ...step(graph) };
    await setImmediate();
    if (signal?.aborted) throw toMendError(signal.reason);
  }
  return sections;
}

async function read(path: string): Promise<Uint8Array | undefined> {
  const file = await open(path, 'r').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw toMendError(error);
  });
  if (!file) return undefined;
  try {
    const { size } = await file.stat();
    const bytes = new Uint8Array(size);
    let done = 0;
    while (done < size) {
      const { bytesRead } = await file.read(bytes, done, size - done, done);
      if (bytesRead === 0) break;
      done += bytesRead;
    }
    return bytes.subarray(0, done);
  } finally {
    await file.close();
  }
}

const damaged = (path: string, why: string): MendError =>
  new MendError('CACHE_CORRUPT', `the stored graph ${path} is damaged: ${why}`, {
    hint: 'delete that file, or index again: it will be replaced',
  });

const readerOf = (path: string, sections: Sections): SectionReader =>
  new SectionReader(sections, (why) => damaged(path, why));

function decode(path: string, key: string, bytes: Uint8Array): GraphStore | undefined {
  const container = decodeContainer(bytes);
  if (container.is === 'foreign') return undefined;
  if (container.is === 'damaged') throw damaged(path, container.why);
  const sections = readerOf(path, container.sections);
  const snapshot = decodeSnapshot(sections.bytes('snapshot'));
  if (snapshot?.key === key) return new EmbeddedStore(snapshot, sections);
  if (snapshot) throw damaged(path, `it holds the snapshot ${snapshot.key}`);
  return undefined;
}

/**
 * Graphs as files of `folder`, one a snapshot, named by key. A snapshot is written beside its place and then
 * renamed, so that readers of this and of other processes see the old one, the new one or none. What a killed
 * writer left is removed by the next one. After each publish only the 24 snapshots used last stay, and no more
 * than 2 GiB of them.
 *
 * `publish` throws `DISK_FULL`, `UNREADABLE`, `CANCELLED`, or `INTERNAL` for a graph that is not one (an id twice,
 * an end without an entity). `open` answers `undefined` for a snapshot written by another version.
 */
export function openEmbeddedCatalog(
  folder: string,
  { retention = defaultRetention, clock = systemClock, openFile }: EmbeddedOptions = {},
): GraphCatalog {
  const pathOf = (key: string): string => join(folder, fileNameOf(key));
  const write = async (key: string, sections: Sections, signal?: AbortSignal): Promise<void> => {
    const name = fileNameOf(key);
    const pieces = encodeContainer(sections);
    try {
      await mkdir(folder, { recursive: true });
      await removeAbandoned(folder, clock);
    } catch (thrown) {
      throw toMendError(thrown);
    }
    await publishFile(folder, name, pieces, { signal, openFile });
    await prune(folder, name, retention);
  };
  return {
    async publish(snapshot, graph, signal) {
      await write(snapshot.key, await encode(snapshot, graph, signal), signal);
    },
    async revise(from, snapshot, revisions, signal) {
      const revised = from instanceof EmbeddedStore && reviseSections(from.sections, revisions);
      if (!revised) return undefined;
      const sections = { ...revised, snapshot: encodeSnapshot(snapshot) };
      await write(snapshot.key, sections, signal);
      return new EmbeddedStore(snapshot, readerOf(pathOf(snapshot.key), sections));
    },
    async open(key) {
      const path = pathOf(key);
      const bytes = await read(path);
      if (!bytes) return undefined;
      const store = decode(path, key, bytes);
      const now = new Date(clock.now());
      await utimes(path, now, now).catch(() => {});
      return store;
    },
  };
}
