import type { Expression } from '../../domain/facts.ts';
import { columnAt, lineAt } from '../../domain/position.ts';
import type { Node } from '../python-parser.ts';
import {
  childrenOf,
  deepest,
  type ExpressionReader,
  isExtra,
  longestText,
  positionOf,
  type Reading,
  readExpression,
  textOf,
  typeOf,
} from './reading.ts';

/** A string literal taken apart. `content` is as written between the quotes. */
export interface StringLiteral {
  readonly kind: 'str' | 'bytes' | 'formatted';
  readonly isRaw: boolean;
  readonly content: string;
  /** Characters before the content. */
  readonly opening: number;
}

const opener = /^([a-zA-Z]{0,2})("""|'''|"|'|`)/;

export function stringLiteral(reading: Reading, node: Node): StringLiteral {
  const source = textOf(reading, node);
  const [opening = '', prefix = '', quote = ''] = opener.exec(source) ?? [];
  const flags = prefix.toLowerCase();
  const isFormatted = flags.includes('f') || flags.includes('t') || quote === '`';
  const closed = source.length >= opening.length + quote.length && source.endsWith(quote);
  return {
    kind: isFormatted ? 'formatted' : flags.includes('b') ? 'bytes' : 'str',
    isRaw: flags.includes('r'),
    content: source.slice(opening.length, closed ? source.length - quote.length : undefined),
    opening: opening.length,
  };
}

const escapes: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  a: '\x07',
  b: '\b',
  f: '\f',
  v: '\v',
  '\n': '',
  '\r\n': '',
};

const escaped = /\\(\r\n|x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|[0-7]{1,3}|[\s\S])/g;

function unescapeOne(whole: string, code: string): string {
  const simple = escapes[code];
  if (simple !== undefined) return simple;
  if (/^[xuU]./.test(code)) {
    const point = Number.parseInt(code.slice(1), 16);
    return point <= 0x10ffff ? String.fromCodePoint(point) : whole;
  }
  if (/^[0-7]/.test(code)) return String.fromCharCode(Number.parseInt(code, 8));
  // Python keeps the backslash before a character that needs none.
  return '\\\'"'.includes(code) ? code : whole;
}

/** The characters a string literal stands for; `\N{…}` stays as written. */
export function stringValue({ content, isRaw }: StringLiteral): string {
  return isRaw || !content.includes('\\') ? content : content.replace(escaped, unescapeOne);
}

function readInterpolation(reading: Reading, node: Node): Expression[] {
  return childrenOf(reading, node).flatMap((child) => {
    const type = typeOf(reading, child);
    if (type === 'type_conversion') return [];
    const isNested = type === 'format_specifier' || type === 'format_expression';
    if (!isNested) return [readExpression(reading, child)];
    reading.depth++;
    const parts = reading.depth < deepest ? readInterpolation(reading, child) : [];
    reading.depth--;
    return parts;
  });
}

function interpolations(reading: Reading, node: Node): Expression[] {
  return node.namedChildren
    .filter((child) => typeOf(reading, child) === 'interpolation')
    .flatMap((child) => readInterpolation(reading, child));
}

/** An annotation in quotes is read as the expression it holds (PEP 484, forward references). */
function readQuotedAnnotation(reading: Reading, node: Node, literal: StringLiteral): Expression | undefined {
  const { content, opening } = literal;
  if (content.length > 10 * longestText || !/^[\w.[\], |'"]+$/.test(content)) return undefined;
  const at = positionOf(reading, node);
  const { text, origin } = reading;
  const tree = reading.grammar.parse(content);
  try {
    const [statement, ...others] = tree.rootNode.namedChildren;
    const value =
      statement && typeOf(reading, statement) === 'expression_statement' && statement.namedChild(0);
    if (!value || others.length > 0 || tree.rootNode.hasError) return undefined;
    reading.text = content;
    reading.origin = { row: lineAt(at) - 1, column: columnAt(at) - 1 + opening };
    return readExpression(reading, value);
  } finally {
    reading.text = text;
    reading.origin = origin;
    tree.delete();
  }
}

const readString: ExpressionReader = (reading, node) => {
  const literal = stringLiteral(reading, node);
  const at = positionOf(reading, node);
  if (literal.kind === 'formatted')
    return { t: 'other', type: 'str', parts: interpolations(reading, node), at };
  if (literal.kind === 'bytes') return { t: 'const', type: 'bytes', at };
  const quoted = reading.inAnnotation ? readQuotedAnnotation(reading, node, literal) : undefined;
  if (quoted) return quoted;
  const value = literal.content.length <= longestText ? stringValue(literal) : undefined;
  return { t: 'const', type: 'str', value, at };
};

const readStrings: ExpressionReader = (reading, node) => {
  const at = positionOf(reading, node);
  const strings = childrenOf(reading, node);
  const literals = strings.map((child) => stringLiteral(reading, child));
  if (literals.some(({ kind }) => kind === 'formatted')) {
    const parts = strings.flatMap((child) => interpolations(reading, child));
    return { t: 'other', type: 'str', parts, at };
  }
  if (literals[0]?.kind === 'bytes') return { t: 'const', type: 'bytes', at };
  const length = literals.reduce((sum, { content }) => sum + content.length, 0);
  const value = length <= longestText ? literals.map(stringValue).join('') : undefined;
  return { t: 'const', type: 'str', value, at };
};

/** `undefined` where the number is too large to be exact. */
function integerValue(source: string): number | undefined {
  const digits = source.replace(/_/g, '').replace(/[lL]$/, '');
  // Python 2 writes octal numbers with a bare zero.
  const value = Number(/^0[0-7]+$/.test(digits) ? `0o${digits.slice(1)}` : digits);
  return Number.isSafeInteger(value) ? value : undefined;
}

const readInteger: ExpressionReader = (reading, node) => {
  const source = textOf(reading, node);
  const at = positionOf(reading, node);
  if (/[jJ]$/.test(source)) return { t: 'const', type: 'complex', at };
  return { t: 'const', type: 'int', value: integerValue(source), at };
};

const readFloat: ExpressionReader = (reading, node) => ({
  t: 'const',
  type: /[jJ]$/.test(textOf(reading, node)) ? 'complex' : 'float',
  at: positionOf(reading, node),
});

const constant =
  (type: string, value?: number): ExpressionReader =>
  (reading, node) => ({ t: 'const', type, value, at: positionOf(reading, node) });

/** `a:b:c` as its three parts, `None` for one that is left out. */
const readSlice: ExpressionReader = (reading, node) => {
  const at = positionOf(reading, node);
  const parts: Expression[] = [];
  let part: Expression | undefined;
  const end = (): void => {
    parts.push(part ?? { t: 'const', type: 'None', at });
    part = undefined;
  };
  for (const child of node.children) {
    if (child.type === ':') end();
    else if (!isExtra(typeOf(reading, child))) part = readExpression(reading, child);
  }
  end();
  return { t: 'other', type: 'slice', parts, at };
};

export const literalReaders: Readonly<Record<string, ExpressionReader>> = {
  string: readString,
  concatenated_string: readStrings,
  integer: readInteger,
  float: readFloat,
  true: constant('bool', 1),
  false: constant('bool', 0),
  none: constant('None'),
  ellipsis: constant('Ellipsis'),
  slice: readSlice,
};
