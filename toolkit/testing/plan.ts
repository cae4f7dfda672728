import { type PlanProbe, planCommand } from './plan-command.ts';
import { planFound } from './plan-found.ts';
import type { TestSettings } from './settings/settings.ts';
import type { TestPlan } from './types.ts';

export interface PlanOptions {
  /** What the user or the repository says; everything is found where nobody says anything. */
  readonly settings?: Pick<TestSettings, 'command' | 'env' | 'limits' | 'except'>;
  /** Absolute folder of the repository. */
  readonly root: string;
  readonly probe: PlanProbe;
}

/**
 * How the repository's tests are run: by the command given, else as its files tell. Throws `TEST_COMMAND` for a
 * command that cannot work, `CONFIG_INVALID` for settings that do not fit the repository.
 */
export async function planTests({ settings, root, probe }: PlanOptions): Promise<TestPlan> {
  const command = settings?.command ?? null;
  const plan = command ? await planCommand(command, root, probe) : await planFound(root, probe);
  if (!settings) return plan;
  const { env, limits, except } = settings;
  // What the command itself sets comes last, as in a shell.
  return { ...plan, env: command ? { ...env, ...plan.env } : { ...plan.env, ...env }, limits, except };
}
