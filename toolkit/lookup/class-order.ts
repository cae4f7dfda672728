import type { CodeEntity, EntityId } from '../../graph/domain/entity.ts';
import type { GraphStore, Neighbour } from '../../graph/store/port.ts';

/** Bases in the order they are written. Candidates count only where no base is known better. */
async function directBases(graph: GraphStore, id: EntityId): Promise<CodeEntity[]> {
  const place = ({ relation: { sites } }: Neighbour) =>
    (sites[0]?.line ?? 0) * 10_000 + (sites[0]?.column ?? 0);
  const bases = await graph.neighbours(id, { direction: 'out', kinds: ['INHERITS'] });
  const sure = bases.filter(({ relation }) => relation.confidence !== 'candidate');
  return [...(sure.length > 0 ? sure : bases)]
    .sort((a, b) => place(a) - place(b))
    .map(({ entity }) => entity);
}

interface Visit {
  readonly entity: CodeEntity;
  /** Bases still to visit; the last one is next. */
  readonly left: CodeEntity[];
}

/**
 * The class and its bases inside the repository, in the order attributes are looked up: each class before its
 * bases, bases as written. The same as Python's C3 order wherever that exists (docs.python.org/3/howto/mro.html)
 * and the classes between are known.
 */
export async function basesOf(graph: GraphStore, start: CodeEntity): Promise<CodeEntity[]> {
  const seen = new Set<EntityId>([start.id]);
  const done: CodeEntity[] = [];
  const stack: Visit[] = [{ entity: start, left: await directBases(graph, start.id) }];
  for (let top = stack.at(-1); top; top = stack.at(-1)) {
    const next = top.left.pop();
    if (!next) {
      done.push(top.entity);
      stack.pop();
    } else if (!seen.has(next.id)) {
      seen.add(next.id);
      stack.push({ entity: next, left: await directBases(graph, next.id) });
    }
  }
  return done.reverse();
}
