import type { Expression } from '../../domain/facts.ts';
import { type Cell, type Engine, nothing, union, type Values } from '../engine.ts';
import type { Machine } from '../machine.ts';
import type { ClassModel, Context, FunctionModel } from '../model.ts';
import type { Value } from '../value.ts';

/** Of which classes the receivers of each method are, as calls show: `self.hook()` in a base calls what they have. */
export class Receivers {
  readonly #cells = new Map<FunctionModel, Cell>();

  add(engine: Engine, fn: FunctionModel, receiver: Value): void {
    const isMarked = (receiver.t === 'instance' || receiver.t === 'class') && receiver.self;
    if (!isMarked) engine.add(this.#cell(engine, fn), [receiver]);
  }

  of(engine: Engine, fn: FunctionModel): Values {
    return engine.read(this.#cell(engine, fn));
  }

  #cell(engine: Engine, fn: FunctionModel): Cell {
    const cell = this.#cells.get(fn) ?? engine.cell(null);
    this.#cells.set(fn, cell);
    return cell;
  }
}

function methodAround({ scope }: Context): FunctionModel | undefined {
  for (let at: typeof scope | null = scope; at; at = at.parent) if (at.fn?.owner) return at.fn;
  return undefined;
}

const classOf = (value: Value): ClassModel | undefined =>
  value.t === 'instance' || value.t === 'class' ? value.cls : undefined;

/** What `self`, `cls` or `super()` is, for each receiver that the method around is called with. */
function seenBy(m: Machine, owner: Value, receiver: Value, place: object): Values {
  const cls = classOf(receiver);
  const marked = owner.t === 'super' ? owner.receiver : owner;
  if (!cls || (marked.t !== 'instance' && marked.t !== 'class') || !marked.self) return nothing;
  const base = owner.t === 'super' ? owner.cls : marked.cls;
  if (!m.linearise(cls).classes.includes(base)) return nothing;
  const seen = marked.t === 'instance' ? cls.instance : cls.value;
  return owner.t === 'super'
    ? [m.pool.at(place, seen, () => ({ t: 'super', cls: owner.cls, receiver: seen }))]
    : [seen];
}

/** What a called attribute is: on the receiver of the method around, as the receivers' own classes have it. */
export function calledAttribute(
  m: Machine,
  receivers: Receivers,
  fn: Extract<Expression, { t: 'attr' }>,
  context: Context,
): Values {
  const values = m.evaluate(fn, context);
  const method = methodAround(context);
  const known = method ? receivers.of(m.engine, method) : nothing;
  if (known.length === 0) return values;
  const owners = m.evaluate(fn.of, context);
  const seen = owners.flatMap((owner) => known.flatMap((receiver) => seenBy(m, owner, receiver, fn)));
  if (seen.length === 0) return values;
  const others = values.filter(({ t }) => t !== 'bound');
  return seen.reduce<Values>((found, owner) => union(found, m.attribute(owner, fn.name, fn)), others);
}

/** Notes with which receiver calling the value runs a method. */
export function noteReceivers(m: Machine, receivers: Receivers, value: Value): void {
  if (value.t === 'bound') receivers.add(m.engine, value.fn, value.receiver);
  if (value.t !== 'class' || value.self || !m.member(value.cls, '__init__')) return;
  for (const of of m.attribute(value.cls.instance, '__init__', value.cls))
    if (of.t === 'bound') receivers.add(m.engine, of.fn, of.receiver);
}
