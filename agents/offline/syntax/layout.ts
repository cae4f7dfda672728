import type { Change } from './edits.ts';
import type { Syntax } from './tree.ts';

/** The file's line end: that of its first line. */
export const lineEndOf = (source: string): string => (/\r?\n/.exec(source)?.[0] === '\r\n' ? '\r\n' : '\n');

/** White space before the first thing on the line a node starts on. */
export function indentOf(node: Syntax): string {
  const lineStart = node.source.lastIndexOf('\n', node.start - 1) + 1;
  return /^[ \t]*/.exec(node.source.slice(lineStart, node.start))?.[0] ?? '';
}

/** One step of indentation, as the first indented line has it. */
export const indentUnit = (source: string): string => /\n(\t|[ ]{1,8})(?=\S)/.exec(source)?.[1] ?? '    ';

/** Whether only white space stands before it on its line. */
export function startsLine(node: Syntax): boolean {
  const lineStart = node.source.lastIndexOf('\n', node.start - 1) + 1;
  return node.source.slice(lineStart, node.start).trim() === '';
}

const joined = (lines: readonly string[], indent: string, eol: string) =>
  lines.map((line) => indent + line).join(eol);

/** Puts statements before another one, on lines of their own. */
export function insertBefore(statement: Syntax, lines: readonly string[]): Change | undefined {
  if (!startsLine(statement)) return undefined;
  const indent = indentOf(statement);
  const eol = lineEndOf(statement.source);
  return {
    start: statement.start,
    end: statement.start,
    text: `${joined(lines, indent, eol).slice(indent.length)}${eol}${indent}`,
  };
}

/** Puts statements after another one; a trailing comment of its last line stays with it. */
export function insertAfter(statement: Syntax, lines: readonly string[]): Change | undefined {
  const { source } = statement;
  const stop = source.indexOf('\n', statement.end);
  let lineEnd = stop < 0 ? source.length : stop;
  if (source[lineEnd - 1] === '\r') lineEnd -= 1;
  const rest = source.slice(statement.end, lineEnd);
  if (!startsLine(statement) || !/^\s*(#.*)?$/.test(rest)) return undefined;
  const eol = lineEndOf(source);
  return { start: lineEnd, end: lineEnd, text: eol + joined(lines, indentOf(statement), eol) };
}

/** The lines of a statement without its own indentation, to be put elsewhere. */
export function linesOf(statement: Syntax): string[] {
  const indent = indentOf(statement);
  return statement.text
    .split(/\r?\n/)
    .map((line, i) => (i > 0 && line.startsWith(indent) ? line.slice(indent.length) : line));
}

const composite = new Set([
  'binary_operator',
  'boolean_operator',
  'comparison_operator',
  'not_operator',
  'unary_operator',
  'conditional_expression',
  'lambda',
  'named_expression',
  'await',
  'yield',
  'generator_expression',
]);
const binding = new Set(['binary_operator', 'unary_operator', 'attribute', 'subscript', 'call', 'await']);

/** An expression's text as it can stand as an operand. */
export const operand = (node: Syntax): string =>
  composite.has(node.type) && !node.text.startsWith('(') ? `(${node.text})` : node.text;

/** Text of an operation put where `node` stands: in parentheses where the parent would bind tighter. */
export function fitted(text: string, node: Syntax): string {
  const { parent, field } = node;
  if (!parent || !binding.has(parent.type)) return text;
  if (parent.type === 'call' && field !== 'function') return text;
  if (parent.type === 'subscript' && field === 'subscript') return text;
  return `(${text})`;
}
