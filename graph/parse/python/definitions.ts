import type { Expression } from '../../domain/facts.ts';
import type { Node } from '../python-parser.ts';
import { readAnnotation } from './annotations.ts';
import { bindUnpacked } from './bindings.ts';
import { readArguments } from './expressions.ts';
import { stringLiteral, stringValue } from './literals.ts';
import { readParameters } from './parameters.ts';
import {
  childrenOf,
  emit,
  exactly,
  lineOf,
  nameOf,
  positionOf,
  type Reading,
  readBlock,
  readExpression,
  type StatementReader,
  shortTextOf,
  typeOf,
  use,
} from './reading.ts';
import { addHole, enter, leave, ownTerms } from './scopes.ts';

const longestDocstring = 4_000;

/** Indentation that all lines but the first share goes, and blank lines around (PEP 257). */
function trimDocstring(text: string): string {
  const [first = '', ...rest] = text.slice(0, longestDocstring).split(/\r\n|\r|\n/);
  const indents = rest
    .filter((line) => line.trim() !== '')
    .map((line) => line.length - line.trimStart().length);
  const indent = Math.min(...indents, longestDocstring);
  return [first.trimStart(), ...rest.map((line) => line.slice(indent).trimEnd())].join('\n').trim();
}

/** The text of a string that stands first in a body. */
export function docstringOf(reading: Reading, body: Node | undefined): string | null {
  const first = body?.namedChildren.find((child) => typeOf(reading, child) !== 'comment');
  if (!first || typeOf(reading, first) !== 'expression_statement') return null;
  const [value, ...others] = exactly(1, reading, first);
  if (!value || others.length > 0) return null;
  const type = typeOf(reading, value);
  const strings =
    type === 'string' ? [value] : type === 'concatenated_string' ? childrenOf(reading, value) : [];
  const literals = strings.map((node) => stringLiteral(reading, node));
  if (literals.length === 0 || literals.some(({ kind }) => kind !== 'str')) return null;
  return trimDocstring(literals.map(stringValue).join(''));
}

interface Decorated {
  /** The definition with its decorators. */
  readonly whole: Node;
  readonly decorators: readonly Expression[];
  readonly decoratorTexts: readonly string[];
}

interface Parts {
  readonly name: Node | undefined;
  readonly list: Node | undefined;
  readonly returns: Node | undefined;
  readonly typeParameters: Node | undefined;
  readonly body: Node | undefined;
}

function partsOf(reading: Reading, node: Node): Parts {
  const parts: Partial<Record<string, Node>> = {};
  for (const child of node.namedChildren) parts[typeOf(reading, child)] ??= child;
  const { identifier, parameters, argument_list, type, type_parameter, block } = parts;
  return {
    name: identifier,
    list: parameters ?? argument_list,
    returns: type,
    typeParameters: type_parameter,
    body: block,
  };
}

/** Bounds of type parameters are evaluated around the definition (PEP 695). */
function readBounds(reading: Reading, typeParameters: Node | undefined): void {
  if (!typeParameters) return;
  for (const type of childrenOf(reading, typeParameters)) {
    const constrained = childrenOf(reading, type)[0];
    const bound =
      constrained && typeOf(reading, constrained) === 'constrained_type' && constrained.namedChild(1);
    if (bound) use(reading, readAnnotation(reading, bound));
  }
}

interface Body {
  readonly body: Node | undefined;
  readonly defLine: number;
  readonly whole: Node;
}

/** Reads a definition's body; gives the last line of its last statement, where Python ends it too. */
function readBody(reading: Reading, { body, defLine, whole }: Body): number {
  const around = reading.lastLine;
  reading.lastLine = defLine;
  if (body) readBlock(reading, body);
  const endLine = reading.lastLine;
  reading.lastLine = Math.max(around, endLine);
  if (reading.frame.parent) {
    const inner = reading.frame;
    reading.frame = reading.frame.parent;
    addHole(reading, whole.startIndex, whole.endIndex);
    reading.frame = inner;
  }
  return endLine;
}

function readFunction(reading: Reading, node: Node, decorated: Decorated): void {
  const { name, list, returns, typeParameters, body } = partsOf(reading, node);
  if (!name) return;
  const { whole, decorators, decoratorTexts } = decorated;
  readBounds(reading, typeParameters);
  const { parameters, unpacked } = readParameters(reading, list);
  const returned = returns ? readAnnotation(reading, returns) : null;
  const defLine = lineOf(reading, node);
  const conditional = reading.frame.conditional > 0;
  const frame = enter(reading, 'function');
  bindUnpacked(reading, unpacked);
  const endLine = readBody(reading, { body, defLine, whole });
  const scope = leave(reading, frame, {
    t: 'function',
    parent: frame.parent?.index ?? null,
    startLine: lineOf(reading, whole),
    defLine,
    endLine,
    body: frame.body,
    conditional,
    terms: ownTerms(reading, frame, whole.startIndex, whole.endIndex),
    name: nameOf(reading, name),
    at: positionOf(reading, name),
    isAsync: reading.text.startsWith('async', node.startIndex),
    parameters,
    returns: returned,
    returnsText: returns ? shortTextOf(reading, returns) : null,
    decorators,
    decoratorTexts,
    docstring: docstringOf(reading, body),
    isGenerator: frame.isGenerator,
  });
  emit(reading, { t: 'define', scope });
}

const isKeyword = (reading: Reading, child: Node): boolean =>
  ['keyword_argument', 'dictionary_splat'].includes(typeOf(reading, child));

const textsOf = (reading: Reading, list: Node | undefined, keywords: boolean): string[] =>
  (list ? childrenOf(reading, list) : [])
    .filter((child) => isKeyword(reading, child) === keywords)
    .map((child) => shortTextOf(reading, child));

function readClass(reading: Reading, node: Node, decorated: Decorated): void {
  const { name, list, typeParameters, body } = partsOf(reading, node);
  if (!name) return;
  const { whole, decorators, decoratorTexts } = decorated;
  readBounds(reading, typeParameters);
  const bases = list ? readArguments(reading, list) : { args: [], keywords: [] };
  const defLine = lineOf(reading, node);
  const conditional = reading.frame.conditional > 0;
  const frame = enter(reading, 'class');
  const endLine = readBody(reading, { body, defLine, whole });
  const scope = leave(reading, frame, {
    t: 'class',
    parent: frame.parent?.index ?? null,
    startLine: lineOf(reading, whole),
    defLine,
    endLine,
    body: frame.body,
    conditional,
    terms: ownTerms(reading, frame, whole.startIndex, whole.endIndex),
    name: nameOf(reading, name),
    at: positionOf(reading, name),
    bases: bases.args,
    baseTexts: textsOf(reading, list, false),
    keywords: bases.keywords,
    keywordTexts: textsOf(reading, list, true),
    decorators,
    decoratorTexts,
    docstring: docstringOf(reading, body),
  });
  emit(reading, { t: 'define', scope });
}

function readDefinition(reading: Reading, node: Node, decorated: Decorated): void {
  if (typeOf(reading, node) === 'class_definition') readClass(reading, node, decorated);
  else readFunction(reading, node, decorated);
}

const readPlain: StatementReader = (reading, node) =>
  readDefinition(reading, node, { whole: node, decorators: [], decoratorTexts: [] });

const readDecorated: StatementReader = (reading, node) => {
  const children = childrenOf(reading, node);
  const definition = children.at(-1);
  if (!definition) return;
  const written = children.slice(0, -1).flatMap((decorator) => childrenOf(reading, decorator).slice(0, 1));
  readDefinition(reading, definition, {
    whole: node,
    decorators: written.map((expression) => readExpression(reading, expression)),
    decoratorTexts: written.map((expression) => shortTextOf(reading, expression)),
  });
};

export const definitionReaders: Readonly<Record<string, StatementReader>> = {
  function_definition: readPlain,
  class_definition: readPlain,
  decorated_definition: readDecorated,
};
