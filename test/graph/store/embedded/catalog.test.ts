import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, open, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openEmbeddedCatalog } from '../../../../graph/store/embedded/catalog.ts';
import { newTemporaryName } from '../../../../graph/store/embedded/file-names.ts';
import type { OpenFile } from '../../../../graph/store/embedded/publish-file.ts';
import {
  codeGraph,
  fileEntity,
  methodEntity,
  relation,
  snapshotOf,
  termsFor,
} from '../../../builders/code-graph.ts';
import { graphStoreContract } from '../../../contracts/graph-store.ts';

graphStoreContract('the embedded store', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'graph-store-'));
  return {
    catalog: openEmbeddedCatalog(folder),
    reopen: async () => openEmbeddedCatalog(folder),
    close: () => rm(folder, { recursive: true }),
  };
});

const small = codeGraph(
  [fileEntity('a.py', 9), methodEntity('a.py', 'run', [1, 9])],
  [relation('a.py', 'CALLS', 'a.py:run', 'exact', [{ line: 9, column: 1 }])],
  [termsFor('a.py:run', 'run fast')],
);

describe('openEmbeddedCatalog', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'graph-catalog-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('makes its folder', async () => {
    const deep = join(folder, 'a', 'b');
    await openEmbeddedCatalog(deep).publish(snapshotOf('one'), small);
    expect(await readdir(deep)).toEqual(['one.graph']);
  });

  it('refuses keys that are no file names', async () => {
    for (const key of ['', '../up', 'a/b', '.hidden', 'x'.repeat(200)])
      await expect(openEmbeddedCatalog(folder).open(key)).rejects.toMatchObject({ code: 'INTERNAL' });
  });

  it('knows every damaged byte, and is whole again when published again', async () => {
    const catalog = openEmbeddedCatalog(folder);
    await catalog.publish(snapshotOf('one'), small);
    const path = join(folder, 'one.graph');
    const good = await readFile(path);
    const isPartOfVersion = (index: number) => index >= 4 && index < 8;
    for (let index = 0; index < good.length; index += index < 64 ? 1 : 37) {
      if (isPartOfVersion(index)) continue;
      const bad = Buffer.from(good);
      bad[index] = (bad[index] ?? 0) ^ 0x10;
      await writeFile(path, bad);
      await expect(catalog.open('one'), `byte ${index}`).rejects.toMatchObject({ code: 'CACHE_CORRUPT' });
    }
    for (const length of [0, 3, 19, 20, good.length >> 1, good.length - 1]) {
      await writeFile(path, good.subarray(0, length));
      await expect(catalog.open('one'), `${length} bytes`).rejects.toMatchObject({
        code: 'CACHE_CORRUPT',
        hint: expect.stringContaining('index again'),
      });
    }
    await catalog.publish(snapshotOf('one'), small);
    expect(await (await catalog.open('one'))?.files()).toHaveLength(1);
  });

  it('takes a file of another version for absent, one under another key for damaged', async () => {
    const catalog = openEmbeddedCatalog(folder);
    await catalog.publish(snapshotOf('one'), small);
    const bytes = await readFile(join(folder, 'one.graph'));
    await writeFile(join(folder, 'two.graph'), bytes);
    await expect(catalog.open('two')).rejects.toMatchObject({ code: 'CACHE_CORRUPT' });
    bytes[4] = 99;
    await writeFile(join(folder, 'one.graph'), bytes);
    expect(await catalog.open('one')).toBeUndefined();
  });

  it('keeps an open snapshot readable after its file is gone', async () => {
    const catalog = openEmbeddedCatalog(folder);
    await catalog.publish(snapshotOf('one'), small);
    const store = await catalog.open('one');
    await rm(join(folder, 'one.graph'));
    expect((await store?.search('fast', 1))?.[0]?.entity.id).toBe('a.py:run');
  });

  it('says so when the disk is full, and leaves the old snapshot and nothing else', async () => {
    await openEmbeddedCatalog(folder).publish(snapshotOf('one'), small);
    const openFile: OpenFile = async (path, flags) => {
      const file = await open(path, flags);
      file.sync = async () => {
        throw Object.assign(new Error('ENOSPC: no space left on device, fsync'), { code: 'ENOSPC' });
      };
      return file;
    };
    const full = openEmbeddedCatalog(folder, { openFile });
    await expect(full.publish(snapshotOf('one'), codeGraph([]))).rejects.toMatchObject({
      code: 'DISK_FULL',
      hint: expect.stringContaining('free some space'),
    });
    expect(await readdir(folder)).toEqual(['one.graph']);
    expect(await (await full.open('one'))?.files()).toHaveLength(1);
  });

  it('removes what killed writers left, and only that', async () => {
    const ended = spawn(process.execPath, ['-e', '']);
    await once(ended, 'exit');
    const own = newTemporaryName();
    const killed = own.replace(`-${process.pid}-`, `-${ended.pid}-`);
    const elsewhere = killed.replace(/^\.graph-[0-9a-f]{12}/, '.graph-000000000000');
    const forgotten = elsewhere.replace('000000000000', '000000000001');
    for (const name of [own, killed, elsewhere, forgotten, '.graph-note.tmp'])
      await writeFile(join(folder, name), 'half');
    await utimes(join(folder, forgotten), 1000, 1000);
    await openEmbeddedCatalog(folder).publish(snapshotOf('one'), small);
    expect(new Set(await readdir(folder))).toEqual(new Set([own, elsewhere, '.graph-note.tmp', 'one.graph']));
  });

  it('is whole after a writer is killed at any moment, and clean after the next publish', async () => {
    const script = fileURLToPath(new URL('./publish-forever.ts', import.meta.url));
    for (const pause of [0, 3, 8, 15, 27]) {
      const writer = spawn(process.execPath, ['--import', 'tsx', script, folder], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      await once(writer.stdout, 'data');
      await setTimeout(pause);
      writer.kill('SIGKILL');
      await once(writer, 'exit');
      const files = await (await openEmbeddedCatalog(folder).open('same'))?.files();
      expect([500, 900]).toContain(files?.length);
    }
    await openEmbeddedCatalog(folder).publish(snapshotOf('other'), small);
    expect((await readdir(folder)).sort()).toEqual(['other.graph', 'same.graph']);
  });

  it('keeps the snapshots used last, within number and size', async () => {
    let now = 1_700_000_000_000;
    const clock = { now: () => now };
    const publish = async (key: string, keep: number, maxBytes = 1e9) => {
      await openEmbeddedCatalog(folder, { clock, retention: { keep, maxBytes } }).publish(
        snapshotOf(key),
        small,
      );
      now += 10_000;
      await utimes(join(folder, `${key}.graph`), now / 1000, now / 1000);
    };
    for (const key of ['a', 'b', 'c']) await publish(key, 3);
    now += 10_000;
    await openEmbeddedCatalog(folder, { clock }).open('a');
    await publish('d', 3);
    expect((await readdir(folder)).sort()).toEqual(['a.graph', 'c.graph', 'd.graph']);
    const { size } = await stat(join(folder, 'd.graph'));
    await publish('e', 99, size * 2 + 10);
    expect((await readdir(folder)).sort()).toEqual(['d.graph', 'e.graph']);
    await publish('f', 1, 0);
    expect(await readdir(folder)).toEqual(['f.graph']);
  });
});
