import type { EntityId, MethodEntity } from '../../domain/entity.ts';
import { kindCode } from '../../domain/relation-table.ts';
import { push, type Uses } from './uses.ts';

const inheriting = kindCode('INHERITS');
const preparing = /^(setUp|setUpClass|setUpTestData|setup_method|setup_class|asyncSetUp)$/;
const isFixture = ({ decorators }: MethodEntity): boolean =>
  decorators.some((text) => /(^|\.)fixture\b/.test(text));

/** What runs before a test: its class's preparations, and the fixtures that its parameters name. */
export class Preparations {
  readonly #uses: Uses;
  /** Preparing methods by their class. */
  readonly #ofClass = new Map<EntityId, number[]>();
  /** Fixtures by name. */
  readonly #fixtures = new Map<string, number[]>();

  constructor(uses: Uses) {
    this.#uses = uses;
    uses.entities.forEach((entity, index) => {
      if (entity.kind !== 'method') return;
      if (preparing.test(entity.name)) push(this.#ofClass, entity.parentId, index);
      if (isFixture(entity)) push(this.#fixtures, entity.name, index);
    });
  }

  of(test: number): number[] {
    const entity = this.#uses.entities[test];
    if (entity?.kind !== 'method') return [];
    return [...this.#setUps(entity), ...this.#fixturesOf(entity)];
  }

  #setUps({ parentId }: MethodEntity): number[] {
    const found: number[] = [];
    const seen = new Set<number>();
    const classes = [this.#uses.indices.get(parentId) ?? -1];
    for (let cls = classes.pop(); cls !== undefined; cls = classes.pop()) {
      const entity = this.#uses.entities[cls];
      if (entity?.kind !== 'class' || seen.has(cls)) continue;
      seen.add(cls);
      found.push(...(this.#ofClass.get(entity.id) ?? []));
      classes.push(...this.#uses.from(cls, inheriting));
    }
    return found;
  }

  #fixturesOf(test: MethodEntity): number[] {
    const found = new Set<number>();
    const users = [test];
    for (let user = users.pop(); user; user = users.pop())
      for (const { name } of user.parameters)
        for (const index of this.#fixtures.get(name) ?? []) {
          const fixture = this.#uses.entities[index];
          if (fixture?.kind !== 'method' || found.has(index) || !isSeenFrom(fixture.path, test.path))
            continue;
          found.add(index);
          users.push(fixture);
        }
    return [...found];
  }
}

/** A fixture is seen in its own file, that of a `conftest.py` in its folder and below. */
function isSeenFrom(path: string, testPath: string): boolean {
  if (path === testPath) return true;
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  return path.slice(folder.length) === 'conftest.py' && testPath.startsWith(folder);
}
