import type { FileFacts } from '../domain/facts.ts';
import { columnAt, comparePositions, lineAt, type Position, positionAt } from '../domain/position.ts';
import type { FileRevision } from '../domain/snapshot.ts';
import { declareFile } from './declare.ts';
import { entitiesOf, termsOf } from './structure.ts';
import { declareVariables } from './variables.ts';

/** What only people and searches read; whatever resolution reads is not in here. */
const shown = new Set([
  'terms',
  'docstring',
  'lines',
  'errorLines',
  'cutLines',
  'valueText',
  'annotationText',
  'baseTexts',
  'keywordTexts',
  'defaultText',
  'returnsText',
]);

const lineKeys = new Set(['startLine', 'defLine', 'endLine', 'line', 'fromLine', 'untilLine', 'closes']);

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** Where lines and positions of a text are in another that says the same. */
class Moves {
  readonly #lines = new Map<number, number>();
  readonly #positions = new Map<Position, Position>();

  line(before: number, after: number): boolean {
    const known = this.#lines.get(before);
    this.#lines.set(before, after);
    return known === undefined || known === after;
  }

  position(before: Position, after: Position): boolean {
    const known = this.#positions.get(before);
    this.#positions.set(before, after);
    return (known === undefined || known === after) && this.line(lineAt(before), lineAt(after));
  }

  /** Whatever came before, after or together with something else still does. */
  keepOrder(): boolean {
    const lines = [...this.#lines].sort(([a], [b]) => a - b);
    const positions = [...this.#positions].sort(([a], [b]) => comparePositions(a, b));
    return (
      lines.every(([, line], index) => index === 0 || line > (lines[index - 1]?.[1] ?? 0)) &&
      positions.every(([, at], index) => {
        const previous = positions[index - 1];
        return !previous || comparePositions(previous[1], at) < 0;
      })
    );
  }

  of(before: Position): Position | undefined {
    return this.#positions.get(before);
  }
}

/** Whether resolution reads the same in both, places aside; these go to `moves`. */
function sayTheSame(before: unknown, after: unknown, key: string, moves: Moves): boolean {
  if (typeof before === 'number' && typeof after === 'number') {
    if (key === 'at') return moves.position(before as Position, after as Position);
    if (lineKeys.has(key)) return moves.line(before, after);
  }
  if (!isObject(before) || !isObject(after)) return before === after;
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
  for (const name of keys)
    if (!shown.has(name) && !sayTheSame(before[name], after[name], name, moves)) return false;
  return Array.isArray(before) === Array.isArray(after);
}

/** The module's own lines are those of the whole text, which nothing is compared with. */
function withoutEnds({ scopes }: FileFacts): readonly unknown[] {
  const [module, ...others] = scopes;
  return [{ ...module, startLine: 0, defLine: 0, endLine: 0 }, ...others];
}

export interface RevisionRequest {
  readonly path: string;
  readonly before: FileFacts;
  readonly after: FileFacts;
  /** Of the whole repository; see `sourceRoots`. */
  readonly roots: readonly string[];
}

/**
 * The file's part of the graph after a change of its text, where resolution would come to the same entities and
 * relations for every file: comments, docstrings, layout, operators and the like have changed, and nothing stands
 * in another order. `undefined` for any other change.
 */
export function revisionOf({ path, before, after, roots }: RevisionRequest): FileRevision | undefined {
  const moves = new Moves();
  if (!sayTheSame(withoutEnds(before), withoutEnds(after), '', moves) || !moves.keepOrder()) return undefined;
  const { file, ordinals } = declareFile({ path, facts: after }, roots);
  declareVariables(file, ordinals);
  return {
    path,
    entities: entitiesOf([file]),
    terms: termsOf([file]),
    moved({ line, column }) {
      const at = moves.of(positionAt(line, column));
      return at === undefined ? undefined : { line: lineAt(at), column: columnAt(at) };
    },
  };
}
