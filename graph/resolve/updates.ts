import type { Expression, Target } from '../domain/facts.ts';
import { lineAt } from '../domain/position.ts';
import { type BindStatement, referenceKey } from './model.ts';

interface Update {
  readonly target: Extract<Target, { t: 'item' }>;
  readonly statement: BindStatement;
}

const none: readonly Update[] = [];

type Entry = readonly [key: Expression, value: Expression];

/** `d.update({'k': v}, name=w)` writes to `d['k']` and `d['name']` as assignments do; other expressions to nothing. */
export function updatesIn(of: Expression): readonly Update[] {
  if (of.t !== 'call' || of.fn.t !== 'attr' || of.fn.name !== 'update' || of.args.length > 1) return none;
  const { of: owner, at } = of.fn;
  if (referenceKey(owner) === undefined) return none;
  const line = lineAt(at);
  return entriesOf(of).map(([index, value]) => {
    const target = { t: 'item', of: owner, index, at } as const;
    const statement = {
      t: 'bind',
      form: 'assign',
      target,
      value,
      annotation: null,
      line,
      endLine: line,
    } as const;
    return { target, statement };
  });
}

function entriesOf({ args: [given], keywords, at }: Extract<Expression, { t: 'call' }>): Entry[] {
  const entries = given?.t === 'dict' ? given.entries : [];
  return [
    ...entries.flatMap(([key, value]): Entry[] =>
      key?.t === 'const' && key.value !== undefined ? [[key, value]] : [],
    ),
    ...keywords.flatMap(([name, value]): Entry[] =>
      name === null ? [] : [[{ t: 'const', type: 'str', value: name, at }, value]],
    ),
  ];
}
