import type { Expression } from '../../domain/facts.ts';
import { emit, type Reading } from './reading.ts';

interface Narrowing {
  readonly of: Expression;
  readonly type: Expression;
  readonly negated: boolean;
}

/** A name, or attributes of one: what keeps its type between two reads. */
function stable(expression: Expression): Expression | undefined {
  if (expression.t === 'walrus') return { t: 'name', id: expression.name, at: expression.at };
  let root: Expression = expression;
  while (root.t === 'attr') root = root.of;
  return root.t === 'name' ? expression : undefined;
}

function byCall(test: Extract<Expression, { t: 'call' }>, truth: boolean): Narrowing[] {
  const [subject, type, ...rest] = test.args;
  if (test.fn.t !== 'name' || test.fn.id !== 'isinstance' || !subject || !type || rest.length > 0) return [];
  const of = stable(subject);
  return of ? [{ of, type, negated: !truth }] : [];
}

/** `type(x) is T`: that very class, so the contrary says nothing of subclasses. */
function byComparison({ op, parts }: Extract<Expression, { t: 'other' }>, truth: boolean): Narrowing[] {
  const [call, type] = parts;
  const holds = op === 'is' || op === '==' ? truth : !truth;
  if (call?.t !== 'call' || !type || !holds || !['is', '==', 'is not', '!='].includes(op ?? '')) return [];
  const [subject] = call.args;
  const of = subject && stable(subject);
  return of ? [{ of, type, negated: false }] : [];
}

/** What is known of types once `test` came out as `truth`. */
function narrowings(test: Expression, truth: boolean): Narrowing[] {
  if (test.t === 'call') return byCall(test, truth);
  if (test.t === 'choice' && test.op === (truth ? 'and' : 'or'))
    return test.options.flatMap((option) => narrowings(option, truth));
  if (test.t !== 'other') return [];
  const [first] = test.parts;
  if (test.op === 'not') return first ? narrowings(first, !truth) : [];
  return byComparison(test, truth);
}

/** Notes what a test that came out as `truth` says about types between two lines. */
export function narrow(
  reading: Reading,
  test: Expression,
  truth: boolean,
  fromLine: number,
  untilLine: number,
): void {
  if (fromLine > untilLine) return;
  for (const narrowing of narrowings(test, truth))
    emit(reading, { t: 'narrow', ...narrowing, fromLine, untilLine });
}
