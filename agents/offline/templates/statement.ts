import type { Place } from '../fix/place.ts';
import { indentOf, insertAfter, lineEndOf, linesOf, startsLine } from '../syntax/layout.ts';
import type { Syntax } from '../syntax/tree.ts';
import { loopOf } from '../syntax/walk.ts';
import { type Draft, defineTemplate, replaced } from './define-template.ts';

const maxMoved = 400;

/** From the start of its first line to the start of the next. */
function wholeLines({ source, start, end }: Syntax): { start: number; end: number } {
  const lineStart = source.lastIndexOf('\n', start - 1) + 1;
  const stop = source.indexOf('\n', end);
  return { start: lineStart, end: stop < 0 ? source.length : stop + 1 };
}

function* exits(node: Syntax): Generator<Draft> {
  if (node.type === 'break_statement') {
    yield replaced(node, 'continue', 1);
    yield replaced(node, 'return', 0.3);
  } else if (node.type === 'continue_statement') {
    yield replaced(node, 'break', 1);
    yield replaced(node, 'pass', 0.4);
  } else if (node.type === 'pass_statement' && loopOf(node)) {
    yield replaced(node, 'continue', 0.3);
    yield replaced(node, 'break', 0.3);
  }
}

function* exchanged(node: Syntax, next: Syntax): Generator<Draft> {
  const small = node.text.length + next.text.length < maxMoved;
  if (!small || !startsLine(node) || !startsLine(next)) return;
  yield {
    changes: [
      { start: node.start, end: node.end, text: next.text },
      { start: next.start, end: next.end, text: node.text },
    ],
    weight: 0.5,
    note: `the statements of lines ${node.line} and ${next.line} change places`,
    line: node.line,
  };
}

const isBranch = ({ type }: Syntax) => type.endsWith('_clause');

/** Behind the statement whose block it ends. */
function* movedOut(node: Syntax, block: Syntax): Generator<Draft> {
  const owner = block.parent && isBranch(block.parent) ? block.parent.parent : block.parent;
  if (block.parts.at(-1) !== node || owner?.parent?.type !== 'block' || owner.type === 'function_definition')
    return;
  const lines = linesOf(node);
  const after = insertAfter(owner, lines);
  if (!after) return;
  const gone = { ...wholeLines(node), text: '' };
  const indent = indentOf(owner);
  const text = lines.map((line) => indent + line).join(lineEndOf(node.source));
  const changes = after.start <= gone.end ? [{ start: gone.start, end: node.end, text }] : [gone, after];
  yield { changes, weight: 0.45, note: `line ${node.line} moves out of its block`, line: node.line };
}

/** To the end of the block of the statement before it. */
function* movedIn(node: Syntax, block: Syntax): Generator<Draft> {
  const before = block.parts[block.parts.indexOf(node) - 1];
  const last = (before?.at('body') ?? before?.at('consequence'))?.parts.at(-1);
  const into = last && insertAfter(last, linesOf(node));
  const gone = { ...wholeLines(node), text: '' };
  if (!into || node.type === 'return_statement' || into.end > gone.start) return;
  yield {
    changes: [into, gone],
    weight: 0.3,
    note: `line ${node.line} moves into the block before it`,
    line: node.line,
  };
}

function* dropped(node: Syntax, block: Syntax): Generator<Draft> {
  if (node.text.length > maxMoved || !startsLine(node)) return;
  const note = `line ${node.line} is taken out`;
  const weight = node.type === 'if_statement' ? 0.35 : 0.45;
  if (block.parts.length === 1) yield { ...replaced(node, 'pass', weight * 0.7), note };
  else yield { changes: [{ ...wholeLines(node), text: '' }], weight, note, line: node.line };
}

/** The body alone, without the `if` around it. */
function* unwrapped(node: Syntax): Generator<Draft> {
  const body = node.at('consequence');
  if (node.type !== 'if_statement' || !body || node.at('alternative') || !startsLine(node)) return;
  const lines = linesOf(node);
  const first = body.parts[0];
  if (!first || !startsLine(first) || body.text.length > maxMoved) return;
  const step = indentOf(first).slice(indentOf(node).length);
  const inner = lines
    .slice(first.line - node.line)
    .map((line) => (line.startsWith(step) ? line.slice(step.length) : line));
  const text = inner.map((line, i) => (i > 0 ? indentOf(node) + line : line)).join(lineEndOf(node.source));
  yield { ...replaced(node, text, 0.35), note: `the condition of line ${node.line} is taken out` };
}

/** A statement too many, at the wrong place or in the wrong order; `break` for `continue`. */
export const statement = defineTemplate({
  name: 'statement',
  title: 'Statement moved or removed',
  prior: 0.5,
  symptoms: { timeout: 1.2 },
  visits: [
    'expression_statement',
    'return_statement',
    'break_statement',
    'continue_statement',
    'pass_statement',
    'if_statement',
    'raise_statement',
    'delete_statement',
    'assert_statement',
  ],
  *draft(node: Syntax, _place: Place) {
    const block = node.parent;
    if (block?.type !== 'block') return;
    yield* exits(node);
    if (node.type === 'pass_statement' || node.parts[0]?.type === 'string') return;
    yield* dropped(node, block);
    yield* unwrapped(node);
    const next = block.parts[block.parts.indexOf(node) + 1];
    if (next) yield* exchanged(node, next);
    if (block.parts.length === 1) return;
    yield* movedOut(node, block);
    yield* movedIn(node, block);
  },
});
