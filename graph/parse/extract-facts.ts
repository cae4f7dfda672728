import { readFileSync } from 'node:fs';
import type { FileFacts, ModuleScope } from '../domain/facts.ts';
import { noTerms } from '../domain/term-counts.ts';
import { bindingReaders } from './python/bindings.ts';
import { branchReaders } from './python/branches.ts';
import { compoundReaders } from './python/compound-statements.ts';
import { definitionReaders, docstringOf } from './python/definitions.ts';
import { expressionReaders } from './python/expressions.ts';
import { importReaders } from './python/imports.ts';
import { literalReaders } from './python/literals.ts';
import { matchReaders } from './python/match-statement.ts';
import { nestedScopeReaders } from './python/nested-scopes.ts';
import { operatorReaders } from './python/operators.ts';
import { type Frame, type Grammar, type Reading, readBlock } from './python/reading.ts';
import { ownTerms } from './python/scopes.ts';
import { simpleReaders } from './python/simple-statements.ts';
import { loadPython, type Node, type PythonParser, type Query } from './python-parser.ts';

/** Raised whenever the same text gives other facts than before: facts kept from then are not used again. */
export const extractorVersion = 8;

const expressions = { ...expressionReaders, ...literalReaders, ...operatorReaders, ...nestedScopeReaders };
const simple = { ...bindingReaders, ...importReaders, ...simpleReaders };
const compound = { ...branchReaders, ...compoundReaders, ...definitionReaders, ...matchReaders };

function grammarOf({ language: { types }, parse }: PythonParser): Grammar {
  const tableOf = <T>(readers: Readonly<Record<string, T>>): (T | undefined)[] =>
    types.map((type) => (type && Object.hasOwn(readers, type) ? readers[type] : undefined));
  return {
    types,
    expressions: tableOf(expressions),
    simple: tableOf(simple),
    compound: tableOf(compound),
    parse,
  };
}

function linesIn(text: string): number {
  let lines = text === '' || text.endsWith('\n') ? 0 : 1;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines++;
  return lines;
}

function begin(grammar: Grammar, text: string, lines: number): Reading {
  const frame: Frame = {
    index: 0,
    kind: 'module',
    parent: null,
    body: [],
    branches: [],
    globals: new Set(),
    holes: [],
    conditional: 0,
    isGenerator: false,
  };
  return {
    grammar,
    text,
    origin: { row: 0, column: 0 },
    scopes: [],
    frame,
    depth: 0,
    inAnnotation: false,
    lastLine: 1,
    blockEnd: lines,
    cutLines: new Set(),
  };
}

function readModule(grammar: Grammar, text: string, root: Node): Omit<FileFacts, 'errorLines'> {
  const lines = linesIn(text);
  const reading = begin(grammar, text, lines);
  const module: Mutable<ModuleScope> = {
    t: 'module',
    parent: null,
    startLine: 1,
    defLine: 1,
    endLine: Math.max(lines, 1),
    body: reading.frame.body,
    conditional: false,
    terms: noTerms,
    docstring: docstringOf(reading, root),
  };
  reading.scopes.push(module);
  readBlock(reading, root);
  if (reading.frame.branches.length > 0) module.branches = reading.frame.branches;
  module.terms = ownTerms(reading, reading.frame, 0, text.length);
  const cutLines = reading.cutLines.size > 0 ? [...reading.cutLines].sort((a, b) => a - b) : undefined;
  return { scopes: reading.scopes, lines, cutLines };
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

const ascending = (lines: Iterable<number>): number[] => [...new Set(lines)].sort((a, b) => a - b);

/** More say nothing new, and a file that is no Python at all has one on each line. */
const mostErrorLines = 100;

function errorLinesOf(root: Node, errors: Query): number[] {
  const lines = new Set(root.isError ? [root.startPosition.row + 1] : []);
  const cursor = root.walk();
  try {
    let more = cursor.gotoFirstChild();
    for (; more && lines.size < mostErrorLines; more = cursor.gotoNextSibling()) {
      const { currentNode } = cursor;
      for (const { node } of currentNode.hasError ? errors.captures(currentNode) : [])
        lines.add(node.startPosition.row + 1);
    }
  } finally {
    cursor.delete();
  }
  return ascending(lines).slice(0, mostErrorLines);
}

async function load(): Promise<(text: string) => FileFacts> {
  const parser = await loadPython();
  const grammar = grammarOf(parser);
  const errors = parser.query(readFileSync(new URL('./python/errors.scm', import.meta.url), 'utf8'));
  return (text) => {
    const tree = parser.parse(text);
    try {
      const root = tree.rootNode;
      const errorLines = root.hasError ? errorLinesOf(root, errors) : [];
      return { ...readModule(grammar, text, root), errorLines };
    } finally {
      tree.delete();
    }
  };
}

let loading: Promise<(text: string) => FileFacts> | undefined;

/**
 * What turns the text of a Python file into its facts, ready to be called many times. It never throws for what a
 * text says: where that does not parse, `errorLines` tells, and the rest is described.
 */
export function loadExtractor(): Promise<(text: string) => FileFacts> {
  loading ??= load();
  return loading;
}

/** The facts of one Python file, from its text alone. */
export async function extractFacts(text: string): Promise<FileFacts> {
  const extract = await loadExtractor();
  return extract(text);
}
