import type { BindingForm, Expression, Target } from '../../domain/facts.ts';
import type { Node } from '../python-parser.ts';
import { readAnnotation } from './annotations.ts';
import {
  emit,
  endLineOf,
  exactly,
  lineOf,
  positionOf,
  type Reading,
  readExpression,
  type StatementReader,
  shortTextOf,
  typeOf,
  use,
} from './reading.ts';
import { readTarget } from './targets.ts';

/** Whether a binding makes an entity, whose text people see: in modules, classes, and of attributes. */
function isShown({ frame }: Reading, target: Target): boolean {
  if (frame.kind === 'module' || frame.kind === 'class' || target.t === 'attr') return true;
  if (target.t === 'name') return frame.globals.has(target.id);
  return target.t === 'unpack' && target.items.some((item) => item.t === 'attr');
}

interface Assignment {
  readonly form: BindingForm;
  readonly value: Expression | null;
  readonly annotation: Expression | null;
  readonly line: number;
  readonly endLine: number;
  readonly valueNode?: Node | undefined;
  readonly annotationNode?: Node | undefined;
}

function bind(reading: Reading, target: Target, assignment: Assignment): void {
  const { valueNode, annotationNode, ...rest } = assignment;
  const shown = isShown(reading, target);
  emit(reading, {
    t: 'bind',
    target,
    ...rest,
    valueText: shown && valueNode ? shortTextOf(reading, valueNode) : undefined,
    annotationText: shown && annotationNode ? shortTextOf(reading, annotationNode) : undefined,
  });
}

interface Written {
  readonly lefts: readonly Node[];
  readonly annotation: Node | undefined;
  readonly right: Node | undefined;
}

/** `a = b = v` nests to the right. */
function takeApart(reading: Reading, node: Node): Written {
  const lefts: Node[] = [];
  let annotation: Node | undefined;
  let right: Node | undefined = node;
  while (right && typeOf(reading, right) === 'assignment') {
    const [left, second, third]: readonly Node[] = exactly(2, reading, right);
    if (left) lefts.push(left);
    const isAnnotated: boolean = second !== undefined && typeOf(reading, second) === 'type';
    if (isAnnotated) annotation = second;
    right = isAnnotated ? third : second;
  }
  return { lefts, annotation, right };
}

const readAssignment: StatementReader = (reading, node) => {
  const { lefts, annotation, right } = takeApart(reading, node);
  const assignment: Assignment = {
    form: right ? 'assign' : 'annotation',
    value: right ? readExpression(reading, right) : null,
    annotation: annotation ? readAnnotation(reading, annotation) : null,
    line: lineOf(reading, node),
    endLine: endLineOf(reading, node),
    valueNode: right,
    annotationNode: annotation,
  };
  for (const left of lefts) for (const target of readTarget(reading, left)) bind(reading, target, assignment);
};

const readAugmented: StatementReader = (reading, node) => {
  const [left, right] = exactly(2, reading, node);
  if (!left || !right) return;
  const assignment: Assignment = {
    form: 'augmented',
    value: readExpression(reading, right),
    annotation: null,
    line: lineOf(reading, node),
    endLine: endLineOf(reading, node),
    valueNode: right,
  };
  for (const target of readTarget(reading, left)) bind(reading, target, assignment);
};

const readDelete: StatementReader = (reading, node) => {
  const [list] = exactly(1, reading, node);
  const targets = list ? readTarget(reading, list) : [];
  const line = lineOf(reading, node);
  const endLine = endLineOf(reading, node);
  for (const target of targets.flatMap((each) => (each.t === 'unpack' ? each.items : [each])))
    bind(reading, target, { form: 'delete', value: null, annotation: null, line, endLine });
};

/** `type X = …` (PEP 695). */
const readTypeAlias: StatementReader = (reading, node) => {
  const [left, right] = exactly(2, reading, node);
  const name = left && firstIdentifier(reading, left);
  if (!name || !right) return;
  for (const target of readTarget(reading, name)) {
    bind(reading, target, {
      form: 'assign',
      value: readAnnotation(reading, right),
      annotation: null,
      line: lineOf(reading, node),
      endLine: endLineOf(reading, node),
      valueNode: right,
    });
  }
};

function firstIdentifier(reading: Reading, node: Node): Node | undefined {
  let at: Node | null = node;
  for (let level = 0; at && level < 4; level++) {
    if (typeOf(reading, at) === 'identifier') return at;
    at = at.namedChild(0);
  }
  return undefined;
}

const readExpressionStatement: StatementReader = (reading, node) => {
  for (const child of exactly(1, reading, node)) {
    const type = typeOf(reading, child);
    if (type === 'assignment') readAssignment(reading, child);
    else if (type === 'augmented_assignment') readAugmented(reading, child);
    else use(reading, readExpression(reading, child));
  }
};

interface Clause {
  readonly form: BindingForm;
  readonly target: Node;
  readonly value: Expression | null;
  readonly line: number;
  readonly endLine: number;
  readonly isAsync?: boolean | undefined;
}

/** The binding that heads a `for`, a `with` or an `except`. */
export function bindClause(reading: Reading, { target, ...rest }: Clause): void {
  for (const each of readTarget(reading, target))
    emit(reading, { t: 'bind', target: each, annotation: null, ...rest });
}

/** Python 2: a tuple in the place of a parameter is unpacked at once. */
export function bindUnpacked(reading: Reading, tuples: readonly Node[]): void {
  for (const tuple of tuples) {
    const line = lineOf(reading, tuple);
    const id = reading.text.slice(tuple.startIndex, tuple.endIndex);
    const value: Expression = { t: 'name', id, at: positionOf(reading, tuple) };
    bindClause(reading, { form: 'assign', target: tuple, value, line, endLine: endLineOf(reading, tuple) });
  }
}

export const bindingReaders: Readonly<Record<string, StatementReader>> = {
  expression_statement: readExpressionStatement,
  assignment: readAssignment,
  augmented_assignment: readAugmented,
  delete_statement: readDelete,
  type_alias_statement: readTypeAlias,
};
