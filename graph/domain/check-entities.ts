import { MendError } from '../kernel/errors.ts';
import type { CodeEntity } from './entity.ts';

/** Throws `INTERNAL` unless the entities are sorted by id, each id once, as a `CodeGraph` states. */
export function checkEntities(entities: readonly CodeEntity[]): void {
  entities.forEach(({ id }, index) => {
    const before = entities[index - 1]?.id;
    if (before === id) throw new MendError('INTERNAL', `the graph has ${id} twice`);
    if (before !== undefined && before > id) throw new MendError('INTERNAL', `${before} stands before ${id}`);
  });
}
