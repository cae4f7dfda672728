import { SqliteSaver } from '@langchain/langgraph-checkpoint-sqlite';
import type { Localizer, Roles } from '../agents/domain/roles.ts';
import { createTemplateFixer } from '../agents/offline/fixer.ts';
import { createOfflineLocalizer } from '../agents/offline/localizer.ts';
import { createTemplateSuggester } from '../agents/offline/suggester.ts';
import { systemClock } from '../graph/kernel/clock.ts';
import type { Logger } from '../graph/kernel/logger.ts';
import { editedGraphs, openGraph } from './compose-graph.ts';
import { homeLayout, loadConfig } from './config/config.ts';
import { withHome } from './config/home.ts';
import type { RepairDependencies } from './repair.ts';
import type { Checkpoints } from './run-flow.ts';
import { openEmbeddedRunStore } from './runs/embedded-run-store.ts';
import type { RunStore } from './runs/port.ts';

/** With `compose-graph.ts` the one place that builds adapters. Each is built when first used, so that `--help` touches no disk. */

export const localizer: Localizer = createOfflineLocalizer();

const roles: Roles = {
  localizer,
  suggester: createTemplateSuggester(),
  fixer: createTemplateFixer(),
};

export const openRuns = (): RunStore =>
  openEmbeddedRunStore(homeLayout(withHome(loadConfig())).database, systemClock);

function openCheckpoints(file: string): Checkpoints {
  const checkpointer = SqliteSaver.fromConnString(file);
  return { checkpointer, close: () => void checkpointer.db.close() };
}

export function repairDependencies(runs: RunStore, logger: Logger): RepairDependencies {
  const { run } = homeLayout(loadConfig());
  return {
    runs,
    roles,
    openGraph,
    editedGraphs,
    openCheckpoints,
    runFolder: run,
    clock: systemClock,
    logger,
  };
}
