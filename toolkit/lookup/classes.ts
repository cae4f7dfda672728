import type { ClassEntity } from '../../graph/domain/entity.ts';
import type { GraphStore } from '../../graph/store/port.ts';
import { basesOf } from './class-order.ts';
import type { Miss } from './miss.ts';
import { findNames } from './name-lookup.ts';

export interface FoundClasses {
  readonly found: true;
  readonly classes: readonly ClassEntity[];
}

/** Every class that the name means. */
export async function findClasses(graph: GraphStore, name: string): Promise<FoundClasses | Miss> {
  const names = await findNames(graph, name, { kinds: ['class'] });
  if (!names.found) return names;
  return { found: true, classes: names.entities.filter((entity) => entity.kind === 'class') };
}

/** The class, then its bases inside the repository, in the order attributes are looked up. */
export async function lookupOrder(graph: GraphStore, start: ClassEntity): Promise<ClassEntity[]> {
  return (await basesOf(graph, start)).filter((entity) => entity.kind === 'class');
}

/** Source texts of bases that lead out of the repository, of the class and of its bases. */
export async function foreignBases(graph: GraphStore, order: readonly ClassEntity[]): Promise<string[]> {
  const outside = async ({ id, bases }: ClassEntity): Promise<string[]> => {
    const inside = await graph.neighbours(id, { direction: 'out', kinds: ['INHERITS'] });
    const names = new Set(inside.map(({ entity }) => entity.name));
    return bases.filter((base) => !names.has(base.split('[')[0]?.split('.').at(-1) ?? ''));
  };
  const texts = await Promise.all(order.map(outside));
  return [...new Set(texts.flat())].filter((base) => base !== 'object' && !base.startsWith('metaclass'));
}

/** Whether its constructor is written by a decorator, from its annotated attributes. */
export const isGenerated = ({ decorators }: ClassEntity): boolean =>
  decorators.some((text) =>
    /^@?(?:dataclasses\.)?dataclass\b|^@?attrs?\.|^@?(?:define|frozen|mutable)\b/.test(text),
  );
