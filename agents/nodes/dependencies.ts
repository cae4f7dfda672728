import type { OnRunEvent } from '../domain/events.ts';
import type { Issue } from '../domain/issue.ts';
import type { RunMemory } from '../domain/memory.ts';
import type { RepositoryView, Roles } from '../domain/roles.ts';
import type { RunBudget, RunSession } from '../domain/session.ts';

/** What every node may use. */
export interface NodeDependencies {
  readonly issue: Issue;
  readonly session: RunSession;
  readonly memory: RunMemory;
  readonly roles: Roles;
  readonly budget: RunBudget;
  readonly emit: OnRunEvent;
  /** Graph and sources of the base, for the roles. */
  view(): Promise<RepositoryView>;
  /** Tests that run at once. */
  readonly parallelism: number;
}
