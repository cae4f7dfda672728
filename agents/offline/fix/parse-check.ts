import { parses } from '../../../graph/parse/python-parser.ts';
import { applyChanges } from '../syntax/edits.ts';
import { indentOf, startsLine } from '../syntax/layout.ts';
import type { Syntax } from '../syntax/tree.ts';
import type { Proposal } from './instantiate.ts';

const known = new WeakMap<Syntax, boolean>();

const isStatement = ({ parent }: Syntax) => parent?.type === 'block' || parent?.type === 'module';

/** The smallest statement that holds all of the change: little to parse for each candidate. */
function unitOf({ file, draft }: Proposal): Syntax {
  const start = Math.min(...draft.changes.map((change) => change.start));
  const end = Math.max(...draft.changes.map((change) => change.end));
  let unit = file.root;
  let at: Syntax | undefined = file.root;
  while (at) {
    if (isStatement(at) && startsLine(at) && at.start < start) unit = at;
    at = at.children.find((child) => child.start <= start && end <= child.end);
  }
  return unit;
}

/** An indented piece parses below a header. */
const alone = (text: string, indent: string) => (indent === '' ? text : `if 1:\n${indent}${text}`);

async function parsesBefore(unit: Syntax): Promise<boolean> {
  const before = known.get(unit) ?? (await parses(alone(unit.text, indentOf(unit))));
  known.set(unit, before);
  return before;
}

/** Whether the text around the change still parses; where it did not before, nothing is refused. */
export async function stillParses(proposal: Proposal): Promise<boolean> {
  const unit = unitOf(proposal);
  if (!(await parsesBefore(unit))) return true;
  const shifted = proposal.draft.changes.map((one) => ({
    ...one,
    start: one.start - unit.start,
    end: one.end - unit.start,
  }));
  return parses(alone(applyChanges(unit.text, shifted), indentOf(unit)));
}
