import { readdir, readFile, truncate, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type KnownFacts, openFactCache } from '../../../graph/index/fact-cache.ts';
import { extractorVersion } from '../../../graph/parse/extract-facts.ts';
import { hashOf } from '../../../graph/parse/parse-file.ts';
import { withFolder, writeFiles } from '../../support/git-repository.ts';

const entry = (text: string, notes: readonly string[] = []): readonly [string, KnownFacts] => [
  hashOf(Buffer.from(text)),
  { facts: Buffer.from(`facts of ${text}`), notes },
];
const many = Array.from({ length: 600 }, (_, i) => entry(`file ${i}`, i % 2 ? [`note ${i}`] : []));
const plain = (known: ReadonlyMap<string, KnownFacts>) =>
  new Map([...known].map(([hash, { facts, notes }]) => [hash, [Buffer.from(facts).toString(), notes]]));

/** The folder that holds the shards, and their names. */
async function shardsOf(folder: string): Promise<{ current: string; names: string[] }> {
  const current = join(folder, `facts-${extractorVersion}`);
  return { current, names: await readdir(current) };
}

describe('FactCache', () => {
  it('gives back what was written, to whoever opens it', () =>
    withFolder(async (folder) => {
      openFactCache(folder).write(new Map(many));
      const known = openFactCache(folder).read([
        ...many.map(([hash]) => hash),
        hashOf(Buffer.from('unknown')),
      ]);
      expect(plain(known)).toEqual(plain(new Map(many)));
    }));

  it('knows nothing where nothing was written', () =>
    withFolder(async (folder) => {
      expect(openFactCache(join(folder, 'none')).read([many[0]?.[0] ?? '']).size).toBe(0);
    }));

  it('adds to what is there', () =>
    withFolder(async (folder) => {
      const cache = openFactCache(folder);
      for (const one of many.slice(0, 40)) cache.write(new Map([one]));
      expect(cache.read(many.map(([hash]) => hash)).size).toBe(40);
    }));

  it('forgets damaged entries alone, and takes them anew', () =>
    withFolder(async (folder) => {
      const cache = openFactCache(folder);
      cache.write(new Map(many));
      const { current, names } = await shardsOf(folder);
      const path = join(current, names[0] ?? '');
      const bytes = await readFile(path);
      bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
      await writeFile(path, bytes);
      const hashes = many.map(([hash]) => hash);
      const known = cache.read(hashes);
      expect(known.size).toBe(many.length - 1);
      cache.write(new Map(many.filter(([hash]) => !known.has(hash))));
      expect(cache.read(hashes).size).toBe(many.length);
    }));

  it('survives shards that are cut off, empty, or something else', () =>
    withFolder(async (folder) => {
      const cache = openFactCache(folder);
      cache.write(new Map(many));
      const { current, names } = await shardsOf(folder);
      const [cut = '', empty = '', other = ''] = names;
      await truncate(join(current, cut), 30);
      await truncate(join(current, empty), 0);
      await writeFile(join(current, other), 'MENDFCT1 but not really one of those');
      const lost = [cut, empty, other].map((name) => name.slice(0, 2));
      const known = cache.read(many.map(([hash]) => hash));
      const kept = many.filter(([hash]) => !lost.includes(hash.slice(0, 2)));
      expect([...known.keys()].sort()).toEqual(kept.map(([hash]) => hash).sort());
    }));

  it('keeps the entries written last when there are too many', () =>
    withFolder(async (folder) => {
      const cache = openFactCache(folder);
      const big = (name: string): readonly [string, KnownFacts] => [
        `00${hashOf(Buffer.from(name)).slice(2)}`,
        { facts: new Uint8Array(400_000), notes: [] },
      ];
      const entries = ['a', 'b', 'c', 'd', 'e'].map(big);
      for (const one of entries) cache.write(new Map([one]));
      const known = cache.read(entries.map(([hash]) => hash));
      expect([...known.keys()].sort()).toEqual(
        entries
          .slice(-3)
          .map(([hash]) => hash)
          .sort(),
      );
    }));

  it('removes what a killed writer left, and what older versions wrote', () =>
    withFolder(async (folder) => {
      await writeFiles(folder, {
        'facts-0/00.facts': 'old',
        [`facts-${extractorVersion}/00.facts.1.abcd.tmp`]: 'half',
        [`facts-${extractorVersion}/00.facts.2.abcd.tmp`]: 'being written',
      });
      const { current } = await shardsOf(folder);
      await utimes(join(current, '00.facts.1.abcd.tmp'), 1, 1);
      openFactCache(folder).write(new Map([many[0] ?? entry('x')]));
      expect(await readdir(folder)).toEqual([`facts-${extractorVersion}`]);
      const { names } = await shardsOf(folder);
      expect(names.filter((name) => name.endsWith('.tmp'))).toEqual(['00.facts.2.abcd.tmp']);
    }));

  it('does without, where it cannot write', () =>
    withFolder(async (folder) => {
      await writeFile(join(folder, 'file'), '');
      const cache = openFactCache(join(folder, 'file'));
      cache.write(new Map(many));
      expect(cache.read(many.map(([hash]) => hash)).size).toBe(0);
    }));
});
