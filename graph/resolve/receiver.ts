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
  const same = receiver.t === 'instance' || receiver.t === 'class' ? receiver : undefined;
  const inherits = same !== undefined && m.linearise(same.cls).classes.includes(value.cls);
  if (!inherits) return [value.t === 'instance' ? value.cls.instance : value.cls.value];
  if (value.t === 'instance') return [same.self ? same.cls.selfInstance : same.cls.instance];
  return [same.self ? same.cls.selfValue : same.cls.value];
}

/** The value without the mark that ties it to the receiver of the method it was found in. */
export function unmarked(value: Value): Value {
  if (value.t === 'instance') return value.cls.instance;
  return value.t === 'class' ? value.cls.value : value;
}
