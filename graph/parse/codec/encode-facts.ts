import type { FileFacts, ParameterFacts, Scope, Statement, Target } from '../../domain/facts.ts';
import { ByteWriter } from './byte-writer.ts';
import { formWords, parameterWords, scopeWords, statementWords, targetWords } from './words.ts';
import { writeExpression, writeKeywords, writeOptional } from './write-expression.ts';

type Of<T extends Statement['t']> = Extract<Statement, { t: T }>;

function writeTarget(to: ByteWriter, target: Target): void {
  to.number(targetWords.indexOf(target.t));
  if (target.t !== 'unpack') {
    writeExpression(to, target);
    return;
  }
  to.position(target.at);
  to.list(target.items, (item) => writeTarget(to, item));
}

function writeBind(to: ByteWriter, bind: Of<'bind'>): void {
  to.number(formWords.indexOf(bind.form));
  to.line(bind.line);
  to.line(bind.endLine);
  writeTarget(to, bind.target);
  writeOptional(to, bind.value);
  writeOptional(to, bind.annotation);
  to.optionalText(bind.valueText);
  to.optionalText(bind.annotationText);
  to.flag(bind.isAsync ?? false);
}

function writeImport(to: ByteWriter, statement: Of<'import'> | Of<'from'>): void {
  to.text(statement.name);
  to.optionalText(statement.alias);
  to.line(statement.line);
  to.position(statement.at);
  to.line(statement.endLine);
}

function writeNarrow(to: ByteWriter, { of, type, negated, fromLine, untilLine }: Of<'narrow'>): void {
  writeExpression(to, of);
  writeExpression(to, type);
  to.flag(negated);
  to.line(fromLine);
  to.line(untilLine);
}

function writeFrom(to: ByteWriter, statement: Of<'from'>): void {
  to.number(statement.level);
  to.text(statement.module);
  writeImport(to, statement);
}

function writeResult(to: ByteWriter, { line, value }: Of<'return' | 'yield' | 'yield-from'>): void {
  to.line(line);
  writeOptional(to, value);
}

const writeNames = (to: ByteWriter, { names }: Of<'global' | 'nonlocal'>): void =>
  to.list(names, (name) => to.text(name));

type Writers = { readonly [T in Statement['t']]: (to: ByteWriter, statement: Of<T>) => void };

const writers: Writers = {
  bind: writeBind,
  import: writeImport,
  from: writeFrom,
  define: (to, { scope }) => to.number(scope),
  use: (to, { value }) => writeExpression(to, value),
  raise: (to, { value }) => writeExpression(to, value),
  return: writeResult,
  yield: writeResult,
  'yield-from': writeResult,
  global: writeNames,
  nonlocal: writeNames,
  narrow: writeNarrow,
};

function writeStatement(to: ByteWriter, statement: Statement): void {
  to.number(statementWords.indexOf(statement.t));
  // The table has one writer for each `t`; TypeScript cannot pair them by itself.
  const write = writers[statement.t] as (to: ByteWriter, statement: Statement) => void;
  write(to, statement);
}

function writeParameter(to: ByteWriter, parameter: ParameterFacts): void {
  to.number(parameterWords.indexOf(parameter.kind));
  to.text(parameter.name);
  to.position(parameter.at);
  writeOptional(to, parameter.annotation);
  to.optionalText(parameter.annotationText);
  writeOptional(to, parameter.default);
  to.optionalText(parameter.defaultText);
}

function writeDecorators(to: ByteWriter, scope: Extract<Scope, { t: 'class' | 'function' }>): void {
  to.text(scope.name);
  to.position(scope.at);
  to.list(scope.decorators, (decorator) => writeExpression(to, decorator));
  to.list(scope.decoratorTexts, (text) => to.text(text));
  to.optionalText(scope.docstring);
}

function writeParticulars(to: ByteWriter, scope: Scope): void {
  if (scope.t === 'module') to.optionalText(scope.docstring);
  if (scope.t === 'class' || scope.t === 'function') writeDecorators(to, scope);
  if (scope.t === 'class') {
    to.list(scope.bases, (base) => writeExpression(to, base));
    to.list(scope.baseTexts, (text) => to.text(text));
    writeKeywords(to, scope.keywords);
    to.list(scope.keywordTexts, (text) => to.text(text));
  }
  if (scope.t === 'function' || scope.t === 'lambda')
    to.list(scope.parameters, (parameter) => writeParameter(to, parameter));
  if (scope.t === 'function') {
    writeOptional(to, scope.returns);
    to.optionalText(scope.returnsText);
    to.flag(scope.isAsync);
    to.flag(scope.isGenerator);
  }
}

function writeScope(to: ByteWriter, scope: Scope): void {
  to.number(scopeWords.indexOf(scope.t));
  to.number(scope.parent === null ? 0 : scope.parent + 1);
  // The end first: what follows is near the beginning, and lines are written as differences.
  to.line(scope.endLine);
  to.line(scope.startLine);
  to.line(scope.defLine);
  to.flag(scope.conditional);
  writeParticulars(to, scope);
  to.list(scope.body, (statement) => writeStatement(to, statement));
  to.list(scope.branches ?? [], ({ fromLine, untilLine, leaves, loop, closes }) => {
    to.line(fromLine);
    to.line(untilLine);
    to.flag(leaves);
    to.flag(loop);
    to.line(closes ?? fromLine);
  });
  const { terms, counts } = scope.terms;
  to.list(terms, (term) => to.text(term));
  for (const count of counts) to.number(count);
}

/** Facts as few bytes, to be sent between threads and kept; `decodeFacts` gives them back. */
export function encodeFacts(facts: FileFacts): Uint8Array<ArrayBuffer> {
  const to = new ByteWriter();
  to.number(facts.lines);
  to.list(facts.errorLines, (line) => to.line(line));
  to.list(facts.cutLines ?? [], (line) => to.line(line));
  to.list(facts.scopes, (scope) => writeScope(to, scope));
  return to.finish();
}
