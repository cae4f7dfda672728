/**
 * Compares exported entities with what CPython's `ast` finds: `node scripts/bench/entities.mjs GRAPH.jsonl TRUTH.jsonl`.
 * TRUTH has a line for each class, function and variable, with `kind`, `name`, `file`, `deco_line`, `def_line`,
 * `end_line` (`line` for variables). Prints one JSON object: of each kind how many there are, how many are
 * found with equal lines, and how many the graph has besides.
 */
import { createReadStream } from 'node:fs';
import { argv, stdout } from 'node:process';
import { createInterface } from 'node:readline';

async function* rows(path) {
  for await (const line of createInterface({ input: createReadStream(path) })) yield JSON.parse(line);
}

const [, , graphFile, truthFile] = argv;
const found = { class: new Set(), function: new Set(), variable: new Set() };
const keyOf = { class: 'class', method: 'function', variable: 'variable' };
const lineKey = (...parts) => parts.join('\t');
for await (const row of rows(graphFile)) {
  const kind = row.type === 'entity' ? keyOf[row.kind] : undefined;
  if (kind === 'variable') found.variable.add(lineKey(row.file, row.name, row.defLine));
  else if (kind) found[kind].add(lineKey(row.file, row.name, row.startLine, row.defLine, row.endLine));
}
const truth = { class: new Set(), function: new Set(), variable: new Set() };
for await (const row of rows(truthFile)) {
  if (row.kind === 'variable' && row.scope !== 'function')
    truth.variable.add(lineKey(row.file, row.name, row.line));
  else if (row.kind === 'class' || row.kind === 'function')
    truth[row.kind].add(lineKey(row.file, row.name, row.deco_line, row.def_line, row.end_line));
}
const compare = (kind) => {
  const equal = [...truth[kind]].filter((one) => found[kind].has(one)).length;
  return { truth: truth[kind].size, equal, besides: found[kind].size - equal };
};
const result = Object.fromEntries(Object.keys(truth).map((kind) => [kind, compare(kind)]));
stdout.write(`${JSON.stringify(result)}\n`);
