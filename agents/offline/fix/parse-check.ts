import { parses } from '../../../graph/parse/python-parser.ts';
import { applyChanges } from '../syntax/edits.ts';
import { indentOf } from '../syntax/layout.ts';
import type { Syntax } from '../syntax/tree.ts';
import type { Proposal } from './instantiate.ts';

const known = new WeakMap<Syntax, boolean>();

/** The outermost statement of the file around a node: small enough to parse for each change. */
function unitOf(region: Syntax): Syntax {
  let at = region;
  while (
    at.parent?.parent &&
    at.parent.type !== 'class_definition' &&
    at.parent.parent.type !== 'class_definition'
  )
    at = at.parent;
  return at;
}

/** An indented piece parses below a header. */
const alone = (text: string, indent: string) => (indent === '' ? text : `if 1:\n${indent}${text}`);

/** Whether the text around the change still parses; where it did not before, nothing is refused. */
export async function stillParses({ file, region, draft }: Proposal): Promise<boolean> {
  const unit = unitOf(region);
  const { source } = file.root;
  const inside = draft.changes.every(({ start, end }) => unit.start <= start && end <= unit.end + 200);
  const start = inside ? unit.start : 0;
  const stop = inside ? Math.max(unit.end, ...draft.changes.map(({ end }) => end)) : source.length;
  const indent = inside ? indentOf(unit) : '';
  const before = known.get(unit) ?? (await parses(alone(source.slice(unit.start, unit.end), indentOf(unit))));
  known.set(unit, before);
  if (!before) return true;
  const shifted = draft.changes.map((one) => ({ ...one, start: one.start - start, end: one.end - start }));
  return parses(alone(applyChanges(source.slice(start, stop), shifted), indent));
}
