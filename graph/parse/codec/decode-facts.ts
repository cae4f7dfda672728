import type { Branch, FileFacts, ParameterFacts, Scope, Statement, Target } from '../../domain/facts.ts';
import { noTerms, type TermCounts } from '../../domain/term-counts.ts';
import { ByteReader } from './byte-reader.ts';
import { readExpression, readKeywords, readOptional } from './read-expression.ts';
import { formWords, parameterWords, scopeWords, statementWords, targetWords } from './words.ts';

function readTarget(from: ByteReader): Target {
  const t = from.oneOf(targetWords);
  if (t === 'unpack') {
    const at = from.position();
    return { t, items: from.list(() => readTarget(from)), at };
  }
  // Written from a target of that kind.
  return readExpression(from) as Target;
}

function readBind(from: ByteReader): Statement {
  return {
    t: 'bind',
    form: from.oneOf(formWords),
    line: from.line(),
    endLine: from.line(),
    target: readTarget(from),
    value: readOptional(from) ?? null,
    annotation: readOptional(from) ?? null,
    valueText: from.optionalText(),
    annotationText: from.optionalText(),
    isAsync: from.flag() || undefined,
  };
}

function readImported(from: ByteReader) {
  return {
    name: from.text(),
    alias: from.optionalText() ?? null,
    line: from.line(),
    at: from.position(),
    endLine: from.line(),
  };
}

function readNarrow(from: ByteReader): Statement {
  return {
    t: 'narrow',
    of: readExpression(from),
    type: readExpression(from),
    negated: from.flag(),
    fromLine: from.line(),
    untilLine: from.line(),
  };
}

function readStatement(from: ByteReader): Statement {
  const t = from.oneOf(statementWords);
  switch (t) {
    case 'bind':
      return readBind(from);
    case 'import':
      return { t, ...readImported(from) };
    case 'from':
      return { t, level: from.number(), module: from.text(), ...readImported(from) };
    case 'define':
      return { t, scope: from.number() };
    case 'use':
    case 'raise':
      return { t, value: readExpression(from) };
    case 'return':
    case 'yield':
    case 'yield-from':
      return { t, line: from.line(), value: readOptional(from) ?? null };
    case 'global':
    case 'nonlocal':
      return { t, names: from.list(() => from.text()) };
    case 'narrow':
      return readNarrow(from);
  }
}

function readParameter(from: ByteReader): ParameterFacts {
  return {
    kind: from.oneOf(parameterWords),
    name: from.text(),
    at: from.position(),
    annotation: readOptional(from) ?? null,
    annotationText: from.optionalText() ?? null,
    default: readOptional(from) ?? null,
    defaultText: from.optionalText() ?? null,
  };
}

function readHead(from: ByteReader) {
  const parent = from.number();
  return {
    parent: parent === 0 ? null : parent - 1,
    endLine: from.line(),
    startLine: from.line(),
    defLine: from.line(),
    conditional: from.flag(),
  };
}

function readDecorated(from: ByteReader) {
  return {
    name: from.text(),
    at: from.position(),
    decorators: from.list(() => readExpression(from)),
    decoratorTexts: from.list(() => from.text()),
    docstring: from.optionalText() ?? null,
  };
}

function readBranches(from: ByteReader): readonly Branch[] | undefined {
  const branches = from.list(() => {
    const [fromLine, untilLine] = [from.line(), from.line()];
    const branch = { fromLine, untilLine, leaves: from.flag(), loop: from.flag() };
    const closes = from.line();
    return closes === fromLine ? branch : { ...branch, closes };
  });
  return branches.length > 0 ? branches : undefined;
}

function readTerms(from: ByteReader): TermCounts {
  const terms = from.list(() => from.text());
  return terms.length === 0 ? noTerms : { terms, counts: terms.map(() => from.number()) };
}

function readTail(from: ByteReader) {
  return {
    body: from.list(() => readStatement(from)),
    branches: readBranches(from),
    terms: readTerms(from),
  };
}

function readClass(from: ByteReader): Scope {
  return {
    t: 'class',
    ...readHead(from),
    ...readDecorated(from),
    bases: from.list(() => readExpression(from)),
    baseTexts: from.list(() => from.text()),
    keywords: readKeywords(from),
    keywordTexts: from.list(() => from.text()),
    ...readTail(from),
  };
}

function readFunction(from: ByteReader): Scope {
  return {
    t: 'function',
    ...readHead(from),
    ...readDecorated(from),
    parameters: from.list(() => readParameter(from)),
    returns: readOptional(from) ?? null,
    returnsText: from.optionalText() ?? null,
    isAsync: from.flag(),
    isGenerator: from.flag(),
    ...readTail(from),
  };
}

function readScope(from: ByteReader): Scope {
  const t = from.oneOf(scopeWords);
  switch (t) {
    case 'module':
      return { t, ...readHead(from), docstring: from.optionalText() ?? null, ...readTail(from) };
    case 'class':
      return readClass(from);
    case 'function':
      return readFunction(from);
    case 'lambda': {
      const head = readHead(from);
      const parameters = from.list(() => readParameter(from));
      return { t, ...head, parameters, ...readTail(from) };
    }
    case 'comprehension':
      return { t, ...readHead(from), ...readTail(from) };
  }
}

/**
 * The facts that `encodeFacts` wrote. Throws `CACHE_CORRUPT` where the bytes are not of its making. `intern` may
 * make equal strings of several files one, which saves memory.
 */
export function decodeFacts(bytes: Uint8Array, intern?: (text: string) => string): FileFacts {
  const from = new ByteReader(bytes, intern);
  const lines = from.number();
  const errorLines = from.list(() => from.line());
  const cutLines = from.list(() => from.line());
  const scopes = from.list(() => readScope(from));
  return { scopes, lines, errorLines, cutLines: cutLines.length > 0 ? cutLines : undefined };
}
