import { argv, stdout } from 'node:process';
import { openEmbeddedCatalog } from '../../../../graph/store/embedded/catalog.ts';
import { codeGraph, fileEntity, snapshotOf } from '../../../builders/code-graph.ts';

const catalog = openEmbeddedCatalog(argv[2] ?? '');
const graphs = [500, 900].map((files) =>
  codeGraph(Array.from({ length: files }, (_, index) => fileEntity(`pkg/module_${index}.py`, 10))),
);
for (let turn = 0; ; turn += 1) {
  await catalog.publish(snapshotOf('same'), graphs[turn % 2] ?? codeGraph([]));
  stdout.write('published\n');
}
