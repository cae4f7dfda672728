import type { Values } from './engine.ts';
import type { Machine } from './machine.ts';

const isTelling = ({ t }: Values[number]): boolean => t !== 'const' && t !== 'foreign';

/**
 * What an annotation declares, else what there is. In a run what there is comes first, where it says anything:
 * of `Callable` or of a base class the annotation does not tell what will be called.
 */
export function declaredOr(m: Machine, declared: Values, actual: () => Values): Values {
  if (!m.asRun) return declared.length > 0 ? declared : actual();
  const found = actual();
  return declared.length === 0 || found.some(isTelling) ? found : declared;
}
