import type { Kind } from './kinds.ts';
import type { Syntax } from './tree.ts';
import {
  comprehensionTypes,
  descendants,
  enclosing,
  functionOf,
  isTarget,
  loopOf,
  statementOf,
} from './walk.ts';

export type NameRole = 'parameter' | 'local' | 'comprehension' | 'function' | 'class' | 'import' | 'module';

/** A name one may write at a place. */
export interface Name {
  readonly text: string;
  readonly role: NameRole;
  /** Offsets between which it is bound. */
  readonly from: number;
  readonly until: number;
  /** The function that binds it; `null` for the module. */
  readonly owner: Syntax | null;
  /** How often it is read in its owner, nested functions included. */
  readonly reads: number;
}

export interface TypedName extends Name {
  readonly kind: Kind;
}

const opaque = new Set(['function_definition', 'class_definition', 'lambda']);
const notComprehension = new Set([...comprehensionTypes, 'lambda']);

/** Names of parameters in order, `*` and `**` ones and `self` included. */
export function parametersOf(definition: Syntax): readonly Syntax[] {
  const found: Syntax[] = [];
  for (const part of definition.at('parameters')?.parts ?? []) {
    const inner = part.at('name') ?? (part.type === 'typed_parameter' ? part.parts[0] : part);
    const name = inner?.type === 'identifier' ? inner : inner?.parts[0];
    if (name?.type === 'identifier') found.push(name);
  }
  return found;
}

type Found = Omit<Name, 'reads'>;

interface Scope {
  readonly owner: Syntax | null;
  readonly until: number;
}

/** A name that an assignment, a loop or a comprehension binds. */
function boundByTarget(node: Syntax, { owner, until }: Scope): Found {
  const { text, parent } = node;
  const around = enclosing(node, notComprehension, owner ?? undefined);
  if (around && comprehensionTypes.has(around.type) && parent?.type !== 'named_expression')
    return { text, role: 'comprehension', from: around.start, until: around.end, owner };
  if (!owner) return { text, role: 'module', from: 0, until, owner };
  const loop = loopOf(node);
  const statement = statementOf(node);
  const after = statement?.type === 'expression_statement' ? statement.end : node.end;
  const from = loop && functionOf(loop) === owner ? loop.start : after;
  return { text, role: 'local', from, until, owner };
}

function boundByImport(node: Syntax, { owner, until }: Scope): Found | undefined {
  if (node.field !== 'name') return undefined;
  const text = (node.at('alias')?.text ?? node.text).split('.')[0] ?? '';
  return { text, role: 'import', from: 0, until, owner };
}

function boundByDefinition(node: Syntax, { owner, until }: Scope): Found | undefined {
  const text = node.at('name')?.text;
  const role = node.type === 'class_definition' ? 'class' : 'function';
  return text === undefined ? undefined : { text, role, from: 0, until, owner };
}

function boundHere(node: Syntax, scope: Scope): Found | undefined {
  const above = node.parent?.type;
  if (node.type === 'identifier' && isTarget(node)) return boundByTarget(node, scope);
  if (node.type === 'function_definition' || node.type === 'class_definition')
    return boundByDefinition(node, scope);
  if (above === 'import_statement' || above === 'import_from_statement') return boundByImport(node, scope);
  return undefined;
}

function ownNames(owner: Syntax | null, root: Syntax): Found[] {
  const top = owner ?? root;
  const found: Found[] = owner
    ? parametersOf(owner).map(({ text }) => ({
        text,
        role: 'parameter' as const,
        from: owner.at('body')?.start ?? owner.start,
        until: owner.end,
        owner,
      }))
    : [];
  const body = owner ? (owner.at('body') ?? owner) : root;
  for (const node of descendants(body, ({ type }) => !opaque.has(type))) {
    const one = boundHere(node, { owner, until: top.end });
    if (one) found.push(one);
  }
  return found;
}

const unread = new Set([
  'parameters',
  'lambda_parameters',
  'typed_parameter',
  'dotted_name',
  'aliased_import',
]);

const isRead = ({ type, field, parent }: Syntax) =>
  type === 'identifier' && field !== 'attribute' && field !== 'name' && !unread.has(parent?.type ?? '');

function readCounts(top: Syntax): Map<string, number> {
  const counts = new Map<string, number>();
  for (const node of descendants(top))
    if (isRead(node) && !isTarget(node)) counts.set(node.text, (counts.get(node.text) ?? 0) + 1);
  return counts;
}

/** The first binding of each name, unless they are of separate comprehensions. */
function distinct(names: readonly Found[], counts: ReadonlyMap<string, number>): Name[] {
  const seen = new Map<string, Name>();
  for (const name of names) {
    const key = name.role === 'comprehension' ? `${name.text}@${name.from}` : name.text;
    const before = seen.get(key);
    const from = Math.min(before?.from ?? name.from, name.from);
    seen.set(key, { ...name, role: before?.role ?? name.role, from, reads: counts.get(name.text) ?? 0 });
  }
  return [...seen.values()];
}

/** Answers which names are bound at a node: own, of the functions around it, of the module. */
export class Scopes {
  readonly #root: Syntax;
  readonly #cache = new Map<Syntax | null, readonly Name[]>();

  constructor(root: Syntax) {
    this.#root = root;
  }

  of(owner: Syntax | null): readonly Name[] {
    const known = this.#cache.get(owner);
    if (known) return known;
    const names = distinct(ownNames(owner, this.#root), readCounts(owner ?? this.#root));
    this.#cache.set(owner, names);
    return names;
  }

  /** Names bound before the node, or after it. Inner names first; a name hidden by an inner one is left out. */
  at(node: Syntax, after = false): readonly Name[] {
    const point = after ? node.end : node.start;
    const found = new Map<string, Name>();
    const add = (name: Name) => {
      if (name.from <= point && node.end <= name.until && !found.has(name.text)) found.set(name.text, name);
    };
    let owner = functionOf(node);
    for (; owner; owner = functionOf(owner)) for (const name of this.of(owner)) add(name);
    for (const name of this.of(null)) add(name);
    return [...found.values()];
  }
}
