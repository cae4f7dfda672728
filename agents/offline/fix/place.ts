import { type Kind, kindOf } from '../syntax/kinds.ts';
import type { Name, Scopes } from '../syntax/scope.ts';
import type { Syntax } from '../syntax/tree.ts';
import { countVotes, type Votes, winner } from '../syntax/votes.ts';
import {
  ancestors,
  comprehensionTypes,
  descendants,
  enclosing,
  functionOf,
  functionTypes,
  statementOf,
} from '../syntax/walk.ts';
import type { FixClues } from './clues.ts';

const innerScopes: ReadonlySet<string> = new Set([...comprehensionTypes, 'lambda']);
/** Expressions longer than this are not looked up by their text. */
const maxKeyLength = 80;

export interface VisibleName extends Name {
  readonly kind: Kind;
}

/** Attributes that may be meant where one is written; from the graph and from the file. */
export interface AttributeIndex {
  /** Names of attributes and methods of the classes that have one of that name. */
  peers(name: string): ReadonlySet<string>;
}

/** Parameter names, without `self`, of the functions of a name: of this file, or else of the repository. */
export interface SignatureIndex {
  of(name: string): readonly (readonly string[])[];
}

/** Everything templates may ask about the code around a node of one file. */
export class Place {
  readonly root: Syntax;
  readonly region: Syntax;
  readonly clues: FixClues;
  readonly attributes: AttributeIndex;
  readonly #signatures: SignatureIndex;
  readonly #scopes: Scopes;
  readonly #votes = new Map<Syntax, Votes>();
  readonly #returns = new Map<Syntax, readonly Syntax[]>();
  readonly #visibleAfter = new Map<Syntax, readonly VisibleName[]>();
  readonly #visible = new Map<Syntax, readonly VisibleName[]>();

  constructor(file: FilePlace, region: Syntax) {
    this.root = file.root;
    this.clues = file.clues;
    this.attributes = file.attributes;
    this.#signatures = file.signatures;
    this.#scopes = file.scopes;
    this.region = region;
  }

  #votesFor(node: Syntax): Votes {
    let top = functionOf(node) ?? this.root;
    for (const above of ancestors(top)) if (functionTypes.has(above.type)) top = above;
    const known = this.#votes.get(top);
    if (known) return known;
    const votes = countVotes(top);
    this.#votes.set(top, votes);
    return votes;
  }

  /** Parameter names of each function that a call of that name may mean. */
  parametersOf(name: string): readonly (readonly string[])[] {
    return this.#signatures.of(name);
  }

  kindOfName(name: string, at: Syntax): Kind {
    return winner(this.#votesFor(at), name);
  }

  kind(node: Syntax): Kind {
    const votes = this.#votesFor(node);
    const known = kindOf(node, (name) => winner(votes, name));
    const short = node.end - node.start <= maxKeyLength;
    return known === 'any' && short ? winner(votes, node.text) : known;
  }

  /**
   * Names bound at the node, inner ones first. The same for all of a statement but its comprehensions.
   * With `after`, those bound once a statement has run.
   */
  names(node: Syntax, after = false): readonly VisibleName[] {
    const statement = statementOf(node) ?? node;
    const key = enclosing(node, innerScopes, statement) ?? statement;
    const cache = after ? this.#visibleAfter : this.#visible;
    const known = cache.get(key);
    if (known) return known;
    const names = this.#scopes
      .at(node, after)
      .map((name) => ({ ...name, kind: this.#kindOfVisible(name, node) }));
    cache.set(key, names);
    return names;
  }

  #kindOfVisible({ text, role }: Name, node: Syntax): Kind {
    if (role === 'function' || role === 'class') return 'callable';
    const kind = this.kindOfName(text, node);
    return role === 'import' && kind === 'any' ? 'object' : kind;
  }

  /** Variables that hold a value here: parameters, locals, comprehension variables; not `self`. */
  variables(node: Syntax, after = false): readonly VisibleName[] {
    return this.names(node, after).filter(
      ({ role, text, owner }) =>
        (role === 'parameter' ||
          role === 'local' ||
          role === 'comprehension' ||
          (role === 'module' && !owner)) &&
        text !== 'self' &&
        text !== 'cls' &&
        text !== '_',
    );
  }

  /** Names that the function around the node, or a function around that, binds. */
  locals(node: Syntax, after = false): readonly VisibleName[] {
    return this.variables(node, after).filter(({ owner }) => owner !== null);
  }

  /** `return` statements of one function, those of nested functions left out. */
  returns(definition: Syntax): readonly Syntax[] {
    const known = this.#returns.get(definition);
    if (known) return known;
    const found = [
      ...descendants(definition, ({ type }) => type !== 'function_definition' && type !== 'lambda'),
    ].filter(({ type }) => type === 'return_statement');
    this.#returns.set(definition, found);
    return found;
  }
}

/** One file made ready: its tree, scopes and what the issue tells. */
export interface FilePlace {
  readonly path: string;
  readonly root: Syntax;
  readonly scopes: Scopes;
  readonly clues: FixClues;
  readonly attributes: AttributeIndex;
  readonly signatures: SignatureIndex;
}
