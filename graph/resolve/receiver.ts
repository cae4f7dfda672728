import type { Values } from './engine.ts';
import type { Machine } from './machine.ts';
import type { Value } from './value.ts';

/**
 * A value found in a class's own code, as seen through a receiver: what was made from `self` or `cls` there is
 * the receiver's (PEP 673), also where the receiver is of a subclass.
 */
export function withReceiver(m: Machine, value: Value, receiver: Value): Values {
  if (value.t === 'bound') {
    const [inner] = withReceiver(m, value.receiver, receiver);
    return inner === value.receiver || inner === undefined ? [value] : [m.pool.bound(value.fn, inner)];
  }
  if ((value.t !== 'instance' && value.t !== 'class') || !value.self) return [value];
  const inherits =
    (receiver.t === 'instance' || receiver.t === 'class') &&
    m.linearise(receiver.cls).classes.includes(value.cls);
  return [inherits ? asReceived(value.t, receiver) : unmarked(value)];
}

function asReceived(
  t: 'instance' | 'class',
  { cls, self }: Extract<Value, { t: 'instance' | 'class' }>,
): Value {
  if (t === 'instance') return self ? cls.selfInstance : cls.instance;
  return self ? cls.selfValue : cls.value;
}

/** The value without the mark that ties it to the receiver of the method it was found in. */
export function unmarked(value: Value): Value {
  if (value.t === 'instance') return value.cls.instance;
  return value.t === 'class' ? value.cls.value : value;
}
