import { rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { CodeGraph } from '../../../graph/domain/snapshot.ts';
import { type Indexed, type IndexRequest, indexRepository } from '../../../graph/index/build.ts';
import type { Progress } from '../../../graph/kernel/progress.ts';
import { openEmbeddedCatalog } from '../../../graph/store/embedded/catalog.ts';
import type { GraphCatalog } from '../../../graph/store/port.ts';
import { withFolder, writeFiles } from '../../support/git-repository.ts';

const project = {
  'shop/__init__.py': 'from .cart import Cart\n',
  'shop/cart.py': 'class Cart:\n    def total(self):\n        return tax(1)\n\n\ndef tax(x):\n    return x\n',
  'shop/empty.py': '',
  'shop/other_empty.py': '',
  'broken.py': 'x = = 1\n\ndef fine(): pass\n',
};

interface Home {
  readonly root: string;
  readonly request: IndexRequest;
  readonly published: CodeGraph[];
  readonly stages: Progress[];
}

/** A catalog that also keeps what is published in it. */
function watched(catalog: GraphCatalog, published: CodeGraph[]): GraphCatalog {
  return {
    open: (key) => catalog.open(key),
    publish: (snapshot, graph, signal) => {
      published.push(graph);
      return catalog.publish(snapshot, graph, signal);
    },
  };
}

const inHome = (use: (home: Home) => Promise<void>): Promise<void> =>
  withFolder(async (folder) => {
    const root = join(folder, 'project');
    await writeFiles(root, project);
    const published: CodeGraph[] = [];
    const stages: Progress[] = [];
    const catalog = watched(openEmbeddedCatalog(join(folder, 'graphs')), published);
    const onProgress = (progress: Progress) => stages.push(progress);
    const request = { root, catalog, cacheDir: join(folder, 'facts'), onProgress, workers: 2 };
    await use({ root, request, published, stages });
  });

const index = async (request: IndexRequest): Promise<Indexed> => {
  const indexed = await indexRepository(request);
  await indexed.store.close();
  return indexed;
};

const parsedIn = (stages: readonly Progress[]): number =>
  stages.filter(({ stage }) => stage === 'parse').at(-1)?.total ?? 0;

describe('indexRepository', () => {
  it('makes a graph of a folder and says what is in it', () =>
    inHome(async ({ root, request, stages }) => {
      const { report, snapshot } = await index(request);
      expect(report).toMatchObject({
        files: 5,
        entities: { file: 5, class: 1, method: 3 },
        skipped: [{ path: 'broken.py', reason: 'does not parse at line 1; the rest is in the graph' }],
      });
      expect(report.relations.CALLS.exact).toBe(1);
      expect(report.seconds).toBeGreaterThan(0);
      expect(report.rssMb).toBeGreaterThan(10);
      expect(snapshot).toMatchObject({ root, commit: null });
      expect([...new Set(stages.map(({ stage }) => stage))]).toEqual(['scan', 'parse', 'resolve', 'publish']);
    }));

  it('opens the graph that is there when nothing changed', () =>
    inHome(async ({ request, published }) => {
      const first = await index(request);
      const second = await index(request);
      expect(published).toHaveLength(1);
      expect(second.snapshot).toEqual(first.snapshot);
      expect(second.report.skipped).toEqual(first.report.skipped);
    }));

  it('parses only what changed, and gives what a clean run gives', () =>
    inHome(async ({ root, request, published, stages }) => {
      await index(request);
      stages.length = 0;
      await writeFile(join(root, 'shop/cart.py'), 'class Cart:\n    size = 1\n');
      await rename(join(root, 'broken.py'), join(root, 'moved.py'));
      const changed = await index(request);
      expect(parsedIn(stages)).toBe(1);
      expect(changed.report.skipped).toEqual([
        { path: 'moved.py', reason: 'does not parse at line 1; the rest is in the graph' },
      ]);
      await rm(request.cacheDir, { recursive: true });
      await withFolder(async (graphs) => {
        const clean = await index({ ...request, catalog: watched(openEmbeddedCatalog(graphs), published) });
        expect(clean.snapshot.key).toBe(changed.snapshot.key);
      });
      expect(published[2]).toEqual(published[1]);
    }));

  it('parses equal files once', () =>
    inHome(async ({ request, stages }) => {
      await index(request);
      expect(parsedIn(stages)).toBe(4);
    }));

  it('gives a copy of the folder the same graph, with the root of the copy', () =>
    inHome(async ({ root, request, published }) => {
      const first = await index(request);
      await rename(root, `${root}-moved`);
      const moved = await indexRepository({ ...request, root: `${root}-moved` });
      expect(published).toHaveLength(1);
      expect(moved.snapshot).toEqual({ ...first.snapshot, root: `${root}-moved` });
      expect(moved.store.snapshot.root).toBe(`${root}-moved`);
      expect((await moved.store.byName('Cart')).map(({ path }) => path)).toContain('shop/cart.py');
      await moved.store.close();
    }));

  it('lets two runs at once both succeed', () =>
    inHome(async ({ request }) => {
      const [one, two] = await Promise.all([index(request), index(request)]);
      expect(one.snapshot.key).toBe(two.snapshot.key);
      expect(one.report.entities).toEqual(two.report.entities);
    }));

  it('builds anew what is damaged', () =>
    inHome(async ({ root, request, published }) => {
      await index(request);
      const graphs = join(root, '../graphs');
      for (const name of await readdir(graphs)) await writeFile(join(graphs, name), 'damaged');
      for (const folder of await readdir(request.cacheDir))
        for (const name of await readdir(join(request.cacheDir, folder)))
          await writeFile(join(request.cacheDir, folder, name), 'damaged');
      const again = await index(request);
      expect(again.report.files).toBe(5);
      expect(published[1]).toEqual(published[0]);
    }));

  it('reports files that vanish or become links after the scan, and takes what changed as it is', () =>
    inHome(async ({ root, request }) => {
      writeFileSync(join(root, '../outside.py'), 'class Secret: pass\n');
      const meddle = ({ stage, done }: Progress) => {
        if (stage !== 'scan' || done === 0) return;
        rmSync(join(root, 'shop/__init__.py'));
        rmSync(join(root, 'broken.py'));
        symlinkSync('../outside.py', join(root, 'broken.py'));
        writeFileSync(join(root, 'shop/cart.py'), 'class Trolley: pass\n');
      };
      const { snapshot, store, report } = await indexRepository({ ...request, onProgress: meddle });
      expect(report.skipped).toEqual([
        { path: 'broken.py', reason: 'a symbolic link' },
        { path: 'shop/__init__.py', reason: 'vanished while the folder was indexed' },
      ]);
      expect(snapshot.files.map(({ path }) => path)).toEqual([
        'shop/cart.py',
        'shop/empty.py',
        'shop/other_empty.py',
      ]);
      expect(await store.byName('Trolley')).toHaveLength(1);
      expect(await store.byName('Secret')).toHaveLength(0);
      await store.close();
      expect((await index(request)).snapshot.key).not.toBe(snapshot.key);
    }));

  it.each(['scan', 'parse', 'resolve', 'publish'])(
    'stops on the signal in %s, and leaves nothing visible',
    (at) =>
      inHome(async ({ request, published }) => {
        const abort = new AbortController();
        const onProgress = ({ stage }: Progress) => {
          if (stage === at) abort.abort();
        };
        const run = indexRepository({ ...request, onProgress, signal: abort.signal });
        await expect(run).rejects.toMatchObject({ code: 'CANCELLED' });
        const whole = await index({ ...request, onProgress: undefined });
        expect(whole.report.files).toBe(5);
        expect(published).toHaveLength(at === 'publish' ? 2 : 1);
      }),
  );

  it('does without a cache where none can be written', () =>
    inHome(async ({ root, request }) => {
      const { report } = await index({ ...request, cacheDir: join(root, 'shop/cart.py') });
      expect(report.files).toBe(5);
    }));
});
