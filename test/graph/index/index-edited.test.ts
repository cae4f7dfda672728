import { cp, mkdir, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { indexRepository } from '../../../graph/index/build.ts';
import { type Edited, indexEdited } from '../../../graph/index/index-edited.ts';
import { exportLines } from '../../../graph/query/export.ts';
import { openEmbeddedCatalog } from '../../../graph/store/embedded/catalog.ts';
import type { GraphStore } from '../../../graph/store/port.ts';
import { withFolder, writeFiles } from '../../support/git-repository.ts';

const project = {
  'shop/__init__.py': 'from .cart import Cart\n',
  'shop/cart.py': 'from .tax import rate\n\n\nclass Cart:\n    def total(self):\n        return rate(self)\n',
  'shop/tax.py': '# the rate\ndef rate(item):\n    return 1\n',
  'shop/odd.py': 'def f(:\n',
  'shop/types.pyi': 'x: int\n',
  'bin/run': '#!/usr/bin/env python3\nimport shop\n',
  'README.md': 'words\n',
};

async function export_(store: GraphStore): Promise<string[]> {
  const lines: string[] = [];
  for await (const line of exportLines(store)) lines.push(line);
  return lines;
}

interface Places {
  readonly root: string;
  readonly folder: string;
}

const inProject = (use: (places: Places) => Promise<void>) =>
  withFolder(async (folder) => {
    const root = join(folder, 'project');
    await writeFiles(root, project);
    await symlink('shop/tax.py', join(root, 'link.py'));
    await use({ root, folder });
  });

const index = ({ folder }: Places, root: string, name: string) =>
  indexRepository({
    root,
    catalog: openEmbeddedCatalog(join(folder, `graphs-${name}`)),
    cacheDir: join(folder, `facts-${name}`),
    workers: 1,
  });

async function edit(places: Places, edited: Edited): Promise<GraphStore | undefined> {
  const { folder, root } = places;
  const { snapshot, store } = await index(places, root, 'base');
  await store.close();
  const dir = join(folder, 'edited');
  const catalog = openEmbeddedCatalog(join(folder, 'graphs-base'));
  const cacheDir = join(folder, 'facts-base');
  const made = await indexEdited({
    base: snapshot,
    edited,
    from: snapshot.key,
    dir,
    catalog,
    cacheDir,
    workers: 1,
  });
  expect(await readdir(dir)).toEqual([]);
  return made;
}

/** The same edits, made in a copy of the folder. */
async function materialised({ root, folder }: Places, edited: Edited): Promise<string> {
  const copy = join(folder, 'copy');
  await cp(root, copy, { recursive: true, verbatimSymlinks: true });
  for (const [path, bytes] of edited) {
    await rm(join(copy, path), { force: true });
    if (!bytes) continue;
    await mkdir(dirname(join(copy, path)), { recursive: true });
    await writeFile(join(copy, path), bytes);
  }
  return copy;
}

const cases: readonly [what: string, edited: Readonly<Record<string, string | null>>][] = [
  ['a call that goes', { 'shop/cart.py': 'class Cart:\n    def total(self):\n        return 2\n' }],
  [
    'a comment, of a file that a link leads to',
    { 'shop/tax.py': '# a rate\ndef rate(item):\n    return 1\n' },
  ],
  ['code of a file that a link leads to', { 'shop/tax.py': 'def rates(item):\n    return 1\n' }],
  ['a file that goes, and a link to it', { 'shop/tax.py': null }],
  ['new files', { 'shop/new.py': 'from .tax import rate\n\nrate(1)\n', 'a.py': '', 'z/y/x.py': 'x = 1\n' }],
  [
    'new files that are not indexed',
    { '.venv/lib/a.py': 'x = 1\n', 'a.pyi': 'x: int\n', tool: '#!/bin/sh\n' },
  ],
  ['a new script', { tool: '#!/usr/bin/python3\nx = 1\n' }],
  ['a script that is one no more', { 'bin/run': 'echo\n' }],
  [
    'a file that parses no more, and one that does now',
    { 'shop/tax.py': 'def (\n', 'shop/odd.py': 'x = 1\n' },
  ],
  [
    'a file that is binary now, and one that is too large',
    { 'shop/cart.py': 'x\0', 'big.py': 'x'.repeat(5e6) },
  ],
  ['a file that becomes a folder', { 'shop/odd.py': null, 'shop/odd.py/a.py': 'x = 1\n' }],
];

describe('the graph of edited files', () => {
  it.each(cases)('is the one of a folder with these files: %s', (_what, texts) =>
    inProject(async (places) => {
      const edited = new Map(
        Object.entries(texts).map(([path, text]) => [path, text === null ? null : Buffer.from(text)]),
      );
      const store = await edit(places, edited);
      const whole = await index(places, await materialised(places, edited), 'whole');
      const base = await index(places, places.root, 'base');
      expect(store?.snapshot.key ?? base.snapshot.key).toBe(whole.snapshot.key);
      expect({ ...(store ?? base.store).snapshot, root: '' }).toEqual({ ...whole.snapshot, root: '' });
      expect(await export_(store ?? base.store)).toEqual(await export_(whole.store));
      expect((store ?? base.store).snapshot.root).toBe(base.snapshot.root);
    }),
  );

  it('is the base’s own where no edited file is one of the graph’s, or is as it was', () =>
    inProject(async (places) => {
      const edited = new Map([
        ['README.md', Buffer.from('other words\n')],
        ['shop/tax.py', Buffer.from(project['shop/tax.py'])],
      ]);
      expect(await edit(places, edited)).toBeUndefined();
    }));

  it('holds nothing when no file is left', () =>
    inProject(async (places) => {
      const all = [...Object.keys(project), 'link.py'].map((path) => [path, null] as const);
      const store = await edit(places, new Map(all));
      expect(await store?.files()).toEqual([]);
      expect(store?.snapshot.files).toEqual([]);
    }));

  it('is made of a base whose facts are known no more', () =>
    inProject(async (places) => {
      await index(places, places.root, 'base');
      await rm(join(places.folder, 'facts-base'), { recursive: true });
      const store = await edit(places, new Map([['a.py', Buffer.from('def a(): pass\n')]]));
      expect(await store?.byName('a')).toHaveLength(1);
      expect(await store?.byName('rate')).not.toHaveLength(0);
    }));
});
