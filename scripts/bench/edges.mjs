/**
 * Turns `mendgraph graph export` into the edges that a scorer of call graphs reads.
 *
 *   node bin/mendgraph.mjs graph export REPO | node scripts/bench/edges.mjs --kind call > edges.jsonl
 *
 * `--kind call` gives CALLS and INSTANTIATES, `--kind inherits` INHERITS; `--grade exact`, `inferred` or
 * `candidate` keeps those of one confidence (may be repeated; without it: exact and inferred). One line an edge:
 * `{"src_file", "src_line", "dst_file", "dst_line"}`, lines those of `def` or `class`, `null` for a whole file.
 */
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';

const relationsOf = { call: ['CALLS', 'INSTANTIATES'], inherits: ['INHERITS'] };

/** The edge of one exported line, or `undefined` where it is no relation of that kind and those grades. */
function edgeOf(line, kind, grades) {
  const record = JSON.parse(line);
  if (record.type !== 'relation' || !relationsOf[kind].includes(record.kind)) return undefined;
  if (!grades.includes(record.confidence)) return undefined;
  const { srcFile, srcLine, dstFile, dstLine } = record;
  return { src_file: srcFile, src_line: srcLine, dst_file: dstFile, dst_line: dstLine };
}

const { values } = parseArgs({
  options: {
    kind: { type: 'string', default: 'call' },
    grade: { type: 'string', multiple: true, default: ['exact', 'inferred'] },
  },
});
if (!Object.hasOwn(relationsOf, values.kind))
  throw new Error(`--kind is call or inherits, not ${values.kind}`);
for await (const line of createInterface({ input: process.stdin })) {
  const edge = edgeOf(line, values.kind, values.grade);
  if (edge) process.stdout.write(`${JSON.stringify(edge)}\n`);
}
