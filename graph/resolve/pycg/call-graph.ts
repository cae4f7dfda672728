import { type Cell, nothing } from '../engine.ts';
import type { Machine } from '../machine.ts';
import type { FileInput, FileModel, ScopeModel } from '../model.ts';
import { settleInSteps } from '../resolve.ts';
import { ScopeNames } from './names.ts';
import { Receivers } from './receivers.ts';
import { walkCalls } from './walk.ts';

/** Callees by caller, in PyCG's names; both sorted. Whatever can call or is called is a key. */
export type CallGraph = Readonly<Record<string, readonly string[]>>;

type Edge = readonly [caller: string, callee: string];

/** One cell a definition, class body and module; it draws again when what it has read changes. */
function walkers(
  m: Machine,
  names: ScopeNames,
  files: readonly FileModel[],
  drawn: Map<ScopeModel, readonly Edge[]>,
): Cell[] {
  const scopes = files.flatMap((file) => file.scopes);
  const own = scopes.filter(({ facts }) => facts.t !== 'lambda' && facts.t !== 'comprehension');
  const receivers = new Receivers();
  return own.map((scope) =>
    m.engine.cell(() => {
      const edges: Edge[] = [];
      const add = (caller: string, callee: string) => void edges.push([caller, callee]);
      walkCalls({ m, names, receivers, caller: names.of(scope), add, depth: 0 }, scope);
      drawn.set(scope, edges);
      return nothing;
    }, true),
  );
}

const sorted = <T>(of: Iterable<T>): T[] => [...of].sort();

function collect(names: ScopeNames, drawn: Iterable<readonly Edge[]>): CallGraph {
  const callees = new Map<string, Set<string>>(names.nodes.map((name) => [name, new Set()]));
  const of = (name: string): Set<string> => {
    const known = callees.get(name) ?? new Set();
    callees.set(name, known);
    return known;
  };
  for (const edges of drawn)
    for (const [caller, callee] of edges) {
      of(caller).add(callee);
      of(callee);
    }
  return Object.fromEntries(sorted(callees.keys()).map((name) => [name, sorted(of(name))]));
}

/**
 * Who calls whom, from what each file says, as PyCG (Salis et al., ICSE 2021) tells it: lambdas, builtins
 * (`<builtin>.print`, `<**PyStr**>.join`) and what lies outside the files (`os.path.join`) are callees, a module and
 * a class body are callers. What a `for`, a `with`, a `raise`, an operator and a decorator run counts as called.
 * Calls are told of the files that `isCaller` picks by path. With pauses, as `resolveInSteps`.
 */
export function* callGraphInSteps(
  inputs: readonly FileInput[],
  isCaller: (path: string) => boolean = () => true,
): Generator<undefined, CallGraph> {
  const { m } = yield* settleInSteps(inputs, true);
  const names = new ScopeNames(m.files, isCaller);
  const callers = m.files.filter(({ path }) => isCaller(path));
  const drawn = new Map<ScopeModel, readonly Edge[]>();
  for (const cell of walkers(m, names, callers, drawn)) m.engine.enqueue(cell);
  yield* m.engine.settleInSteps();
  return collect(names, drawn.values());
}
