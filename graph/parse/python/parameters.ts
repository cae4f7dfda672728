import type { ParameterFacts } from '../../domain/facts.ts';
import type { Node } from '../python-parser.ts';
import { readAnnotation } from './annotations.ts';
import {
  childrenOf,
  nameOf,
  positionOf,
  type Reading,
  readExpression,
  shortTextOf,
  textOf,
  typeOf,
} from './reading.ts';

type Kind = ParameterFacts['kind'];

/** Parameters as read, and the tuples that Python 2 unpacks (`def f((a, b))`), by the parameter's name. */
export interface Parameters {
  readonly parameters: readonly ParameterFacts[];
  readonly unpacked: readonly Node[];
}

interface Written {
  readonly name: Node | undefined;
  readonly annotation?: Node | undefined;
  readonly value?: Node | undefined;
}

function take(type: string, node: Node, children: readonly Node[]): Written {
  const [name, second, third] = children;
  if (type === 'typed_parameter') return { name, annotation: second };
  if (type === 'default_parameter') return { name, value: second };
  if (type === 'typed_default_parameter') return { name, annotation: second, value: third };
  return { name: node };
}

const stars: Readonly<Record<string, Kind>> = {
  list_splat_pattern: 'var-positional',
  dictionary_splat_pattern: 'var-keyword',
};

/** Reads one parameter. Defaults and annotations are evaluated around the function, so before it is entered. */
function readParameter(reading: Reading, node: Node): ParameterFacts | undefined {
  const type = typeOf(reading, node);
  const { name, annotation, value } = take(type, node, childrenOf(reading, node));
  if (!name) return undefined;
  const nameType = typeOf(reading, name);
  const identifier = stars[nameType] ? name.namedChild(0) : name;
  if (!identifier) return undefined;
  return {
    name: nameType === 'tuple_pattern' ? textOf(reading, name) : nameOf(reading, identifier),
    kind: stars[nameType] ?? 'normal',
    annotation: annotation ? readAnnotation(reading, annotation) : null,
    annotationText: annotation ? shortTextOf(reading, annotation) : null,
    default: value ? readExpression(reading, value) : null,
    defaultText: value ? shortTextOf(reading, value) : null,
    at: positionOf(reading, identifier),
  };
}

const readable = new Set([
  'identifier',
  'typed_parameter',
  'default_parameter',
  'typed_default_parameter',
  'list_splat_pattern',
  'dictionary_splat_pattern',
  'tuple_pattern',
]);

function unpackedOf(reading: Reading, node: Node): Node[] {
  const target = typeOf(reading, node) === 'default_parameter' ? node.namedChild(0) : node;
  return target && typeOf(reading, target) === 'tuple_pattern' ? [target] : [];
}

/** What stands before `/` can only be given by position (PEP 570), what stands after `*` by name (PEP 3102). */
function markKinds(parameters: readonly ParameterFacts[], slash: number, star: number): ParameterFacts[] {
  return parameters.map((parameter, index) => {
    if (parameter.kind !== 'normal') return parameter;
    if (index < slash) return { ...parameter, kind: 'positional' };
    return index < star ? parameter : { ...parameter, kind: 'keyword' };
  });
}

/** Reads the parameters of a function or a lambda. */
export function readParameters(reading: Reading, list: Node | undefined): Parameters {
  const parameters: ParameterFacts[] = [];
  const nodes = list ? childrenOf(reading, list) : [];
  let slash = 0;
  let star = Number.POSITIVE_INFINITY;
  for (const node of nodes) {
    const type = typeOf(reading, node);
    const parameter = readable.has(type) ? readParameter(reading, node) : undefined;
    if (type === 'positional_separator') slash = parameters.length;
    if (type === 'keyword_separator' || parameter?.kind === 'var-positional')
      star = Math.min(star, parameters.length);
    if (parameter) parameters.push(parameter);
  }
  const unpacked = nodes.flatMap((node) => unpackedOf(reading, node));
  return { parameters: markKinds(parameters, slash, star), unpacked };
}
