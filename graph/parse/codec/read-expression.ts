import type { Expression } from '../../domain/facts.ts';
import type { Position } from '../../domain/position.ts';
import type { ByteReader } from './byte-reader.ts';
import { comprehensionWords, expressionWords } from './words.ts';

type Of<T extends Expression['t']> = Extract<Expression, { t: T }>;

export const readOptional = (from: ByteReader): Expression | undefined =>
  from.flag() ? readExpression(from) : undefined;

const readAll = (from: ByteReader): readonly Expression[] => from.list(() => readExpression(from));

export const readKeywords = (from: ByteReader): Of<'call'>['keywords'] =>
  from.list(() => [from.optionalText() ?? null, readExpression(from)] as const);

function readConstant(from: ByteReader): Expression {
  const at = from.position();
  const type = from.text();
  const form = from.number();
  if (form === 0) return { t: 'const', type, value: undefined, at };
  const text = from.text();
  return { t: 'const', type, value: form === 1 ? text : Number(text), at };
}

const readItems =
  (t: 'tuple' | 'list' | 'set') =>
  (from: ByteReader): Expression => {
    const at = from.position();
    return { t, items: readAll(from), at };
  };

function readWrapped(from: ByteReader): { of: Expression; at: Position } {
  const at = from.position();
  return { of: readExpression(from), at };
}

function readChoice(from: ByteReader): Expression {
  const op = from.optionalText();
  const options = readAll(from);
  const test = readOptional(from);
  const at = from.position(options[0]?.at);
  return { t: 'choice', op: op === 'and' || op === 'or' ? op : undefined, options, test, at };
}

const readers: { readonly [T in Expression['t']]: (from: ByteReader) => Expression } = {
  name: (from) => {
    const at = from.position();
    return { t: 'name', id: from.text(), at };
  },
  attr: (from) => {
    const of = readExpression(from);
    const name = from.text();
    return { t: 'attr', of, name, at: from.position() };
  },
  call: (from) => {
    const fn = readExpression(from);
    const at = from.position(fn.at);
    const args = readAll(from);
    return { t: 'call', fn, args, keywords: readKeywords(from), at };
  },
  item: (from) => {
    const of = readExpression(from);
    const index = readExpression(from);
    return { t: 'item', of, index, at: from.position(of.at) };
  },
  const: readConstant,
  tuple: readItems('tuple'),
  list: readItems('list'),
  set: readItems('set'),
  dict: (from) => {
    const at = from.position();
    const entries = from.list(() => [readOptional(from) ?? null, readExpression(from)] as const);
    return { t: 'dict', entries, at };
  },
  star: (from) => ({ t: 'star', ...readWrapped(from) }),
  lambda: (from) => {
    const at = from.position();
    return { t: 'lambda', scope: from.number(), at };
  },
  comp: (from) => {
    const at = from.position();
    const of = from.oneOf(comprehensionWords);
    return { t: 'comp', of, scope: from.number(), at };
  },
  await: (from) => ({ t: 'await', ...readWrapped(from) }),
  choice: readChoice,
  binary: (from) => {
    const op = from.text();
    const left = readExpression(from);
    const right = readExpression(from);
    return { t: 'binary', op, left, right, at: from.position(left.at) };
  },
  walrus: (from) => {
    const at = from.position();
    const name = from.text();
    return { t: 'walrus', name, value: readExpression(from), at };
  },
  other: (from) => {
    const at = from.position();
    const op = from.optionalText();
    const type = from.optionalText();
    return { t: 'other', op, type, parts: readAll(from), at };
  },
};

const byCode = expressionWords.map((word) => readers[word]);

export function readExpression(from: ByteReader): Expression {
  const read = byCode[from.number()] ?? readers.other;
  return read(from);
}
