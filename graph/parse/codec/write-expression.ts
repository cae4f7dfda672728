import type { Expression } from '../../domain/facts.ts';
import type { ByteWriter } from './byte-writer.ts';
import { comprehensionWords, expressionWords } from './words.ts';

type Of<T extends Expression['t']> = Extract<Expression, { t: T }>;

export function writeOptional(to: ByteWriter, expression: Expression | null | undefined): void {
  to.flag(Boolean(expression));
  if (expression) writeExpression(to, expression);
}

export function writeKeywords(to: ByteWriter, keywords: Of<'call'>['keywords']): void {
  to.list(keywords, ([name, value]) => {
    to.optionalText(name);
    writeExpression(to, value);
  });
}

function writeCall(to: ByteWriter, { fn, args, keywords, at }: Of<'call'>): void {
  writeExpression(to, fn);
  to.position(at, fn.at);
  writeAll(to, args);
  writeKeywords(to, keywords);
}

function writeConstant(to: ByteWriter, { type, value, at }: Of<'const'>): void {
  to.position(at);
  to.text(type);
  to.number(value === undefined ? 0 : typeof value === 'string' ? 1 : 2);
  if (value !== undefined) to.text(String(value));
}

function writeDictionary(to: ByteWriter, { entries, at }: Of<'dict'>): void {
  to.position(at);
  to.list(entries, ([key, value]) => {
    writeOptional(to, key);
    writeExpression(to, value);
  });
}

function writeChoice(to: ByteWriter, { op, options, test, at }: Of<'choice'>): void {
  to.optionalText(op);
  writeAll(to, options);
  writeOptional(to, test);
  to.position(at, options[0]?.at);
}

function writeBinary(to: ByteWriter, { op, left, right, at }: Of<'binary'>): void {
  to.text(op);
  writeExpression(to, left);
  writeExpression(to, right);
  to.position(at, left.at);
}

function writeOther(to: ByteWriter, { op, type, parts, at }: Of<'other'>): void {
  to.position(at);
  to.optionalText(op);
  to.optionalText(type);
  writeAll(to, parts);
}

const writeAll = (to: ByteWriter, expressions: readonly Expression[]): void =>
  to.list(expressions, (each) => writeExpression(to, each));

type Writers = { readonly [T in Expression['t']]: (to: ByteWriter, expression: Of<T>) => void };

const writeItems = (to: ByteWriter, { items, at }: Of<'tuple' | 'list' | 'set'>): void => {
  to.position(at);
  writeAll(to, items);
};

const writeWrapped = (to: ByteWriter, { of, at }: Of<'star' | 'await'>): void => {
  to.position(at);
  writeExpression(to, of);
};

const writers: Writers = {
  name: (to, { id, at }) => {
    to.position(at);
    to.text(id);
  },
  attr: (to, { of, name, at }) => {
    writeExpression(to, of);
    to.text(name);
    to.position(at);
  },
  call: writeCall,
  item: (to, { of, index, at }) => {
    writeExpression(to, of);
    writeExpression(to, index);
    to.position(at, of.at);
  },
  const: writeConstant,
  tuple: writeItems,
  list: writeItems,
  set: writeItems,
  dict: writeDictionary,
  star: writeWrapped,
  lambda: (to, { scope, at }) => {
    to.position(at);
    to.number(scope);
  },
  comp: (to, { of, scope, at }) => {
    to.position(at);
    to.number(comprehensionWords.indexOf(of));
    to.number(scope);
  },
  await: writeWrapped,
  choice: writeChoice,
  binary: writeBinary,
  walrus: (to, { name, value, at }) => {
    to.position(at);
    to.text(name);
    writeExpression(to, value);
  },
  other: writeOther,
};

const codes = new Map(expressionWords.map((word, code) => [word, code]));

export function writeExpression(to: ByteWriter, expression: Expression): void {
  to.number(codes.get(expression.t) ?? 0);
  // The table has one writer for each `t`; TypeScript cannot pair them by itself.
  const write = writers[expression.t] as (to: ByteWriter, expression: Expression) => void;
  write(to, expression);
}
