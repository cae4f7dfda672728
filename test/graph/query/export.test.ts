import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { CodeGraph } from '../../../graph/domain/snapshot.ts';
import { exportLines } from '../../../graph/query/export.ts';
import { openEmbeddedCatalog } from '../../../graph/store/embedded/catalog.ts';
import type { GraphStore } from '../../../graph/store/port.ts';
import {
  classEntity,
  codeGraph,
  fileEntity,
  methodEntity,
  relation,
  snapshotOf,
} from '../../builders/code-graph.ts';

describe('exportLines', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'graph-export-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  const storeOf = async (graph: CodeGraph): Promise<GraphStore> => {
    const catalog = openEmbeddedCatalog(folder);
    await catalog.publish(snapshotOf('one'), graph);
    const store = await catalog.open('one');
    if (!store) throw new Error('not published');
    return store;
  };
  const graph = codeGraph(
    [
      fileEntity('pkg/a.py', 20),
      classEntity('pkg/a.py', 'Box', [2, 3, 12], { bases: ['Base'], decorators: ['frozen'] }),
      methodEntity('pkg/b.py', 'open_box', [5, 9]),
      fileEntity('pkg/b.py', 30),
    ],
    [
      relation('pkg/b.py:open_box', 'INSTANTIATES', 'pkg/a.py:Box', 'inferred', [{ line: 7, column: 11 }]),
      relation('pkg/b.py', 'IMPORTS', 'pkg/a.py:Box', 'exact', [{ line: 1, column: 16 }]),
    ],
  );

  it('gives entities, then relations, with the lines of def and class, and none for modules', async () => {
    const rows: unknown[] = [];
    for await (const line of exportLines(await storeOf(graph))) rows.push(JSON.parse(line));
    const box = {
      id: 'pkg/a.py:Box',
      kind: 'class',
      name: 'Box',
      qualifiedName: 'pkg.a.Box',
      file: 'pkg/a.py',
    };
    expect(rows).toMatchObject([
      { type: 'entity', id: 'pkg/a.py', kind: 'file', defLine: null, startLine: 1, endLine: 20 },
      { type: 'entity', ...box, defLine: 3, startLine: 2, endLine: 12, bases: ['Base'] },
      { type: 'entity', id: 'pkg/b.py', file: 'pkg/b.py' },
      { type: 'entity', id: 'pkg/b.py:open_box', kind: 'method', signature: 'def open_box()' },
      { type: 'relation', kind: 'IMPORTS', srcFile: 'pkg/b.py', srcLine: null, dstLine: 3 },
      {
        type: 'relation',
        kind: 'INSTANTIATES',
        src: 'pkg/b.py:open_box',
        dst: 'pkg/a.py:Box',
        srcFile: 'pkg/b.py',
        srcLine: 5,
        dstFile: 'pkg/a.py',
        dstLine: 3,
        confidence: 'inferred',
        sites: [{ file: 'pkg/b.py', line: 7, column: 11 }],
      },
    ]);
  });

  it('makes no more lines than are asked for', async () => {
    const store = await storeOf(graph);
    let made = 0;
    const counting = Object.create(store, {
      entities: {
        value: async function* () {
          for await (const entity of store.entities()) {
            made += 1;
            yield entity;
          }
        },
      },
    }) as GraphStore;
    const lines = exportLines(counting);
    await lines.next();
    expect(made).toBe(1);
    await lines.return();
    expect(made).toBe(1);
  });
});
