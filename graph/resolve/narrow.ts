import { nothing, type Values } from './engine.ts';
import type { Machine } from './machine.ts';
import type { ClassModel, Context, Narrowing, ScopeModel } from './model.ts';
import type { Value } from './value.ts';

function tests(key: string, context: Context, line: number): Narrowing[] {
  const found: Narrowing[] = [];
  let { step } = context;
  for (
    let at: ScopeModel | null = context.scope;
    at;
    at = at.facts.t === 'comprehension' ? at.parent : null
  ) {
    for (const test of at.narrowings)
      if (test.key === key && test.step < step && holds(test, line) && !rebound(at, test, step))
        found.push(test);
    step = at.parentStep;
  }
  return found;
}

const holds = ({ statement }: Narrowing, line: number): boolean =>
  statement.fromLine <= line && line <= statement.untilLine;

/** The name got another value since the test. */
const rebound = (scope: ScopeModel, test: Narrowing, step: number): boolean =>
  (scope.names.get(test.key) ?? []).some((binding) => binding.step > test.step && binding.step < step);

/** Classes that a test names: one, or a tuple of them. `null` stands for one that is not in the repository. */
function classesOf(m: Machine, values: Values): (ClassModel | null)[] {
  return values.flatMap((value): (ClassModel | null)[] => {
    if (value.t === 'class') return [value.cls];
    if (value.t === 'container') {
      const items = [...value.parts.values(), value.rest].flatMap((cell) => m.engine.read(cell));
      return items.map((item) => (item.t === 'class' ? item.cls : null));
    }
    return [null];
  });
}

const isA = (m: Machine, value: Value, cls: ClassModel | null): boolean =>
  cls === null
    ? value.t !== 'instance' || m.linearise(value.cls).open !== 'closed'
    : value.t === 'instance' && m.linearise(value.cls).classes.includes(cls);

function keep(m: Machine, values: Values, test: Narrowing, scope: ScopeModel): Values {
  const { type, negated } = test.statement;
  const classes = classesOf(m, m.evaluate(type, { scope, step: test.step }));
  if (classes.length === 0) return values;
  if (negated) return values.filter((value) => !classes.some((cls) => cls !== null && isA(m, value, cls)));
  const kept = values.filter((value) => classes.some((cls) => isA(m, value, cls)));
  if (kept.length > 0) return kept;
  const named = classes.map((cls) => (cls ? cls.instance : m.pool.foreign()));
  return [...new Set(named)];
}

/** The values that are left where `isinstance` tests of the name or reference hold (PEP 647 calls it narrowing). */
export function narrowed(m: Machine, key: string, values: Values, context: Context, line: number): Values {
  if (!mayBeTested(context.scope)) return values;
  let left = values;
  for (const test of tests(key, context, line)) left = keep(m, left, test, context.scope);
  return left.length === 0 ? nothing : left;
}

function mayBeTested(scope: ScopeModel): boolean {
  if (scope.narrowings.length > 0) return true;
  return scope.facts.t === 'comprehension' && scope.parent !== null && mayBeTested(scope.parent);
}
