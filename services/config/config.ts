import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { MendError } from '../../graph/kernel/errors.ts';

const environment = z.object({
  MENDGRAPH_HOME: z.string().min(1).optional(),
  XDG_CACHE_HOME: z.string().min(1).optional(),
});

export interface Config {
  /** Where graphs, facts and runs are kept; absolute. */
  readonly home: string;
}

/**
 * Reads the environment, once: `MENDGRAPH_HOME`, else `mendgraph` in `XDG_CACHE_HOME`, else in `~/.cache`.
 * @throws MendError `USAGE`
 */
export function loadConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const parsed = environment.safeParse(env);
  if (!parsed.success)
    throw new MendError('USAGE', `bad environment: ${z.prettifyError(parsed.error)}`, {
      hint: 'MENDGRAPH_HOME is the path of a folder',
    });
  const { MENDGRAPH_HOME, XDG_CACHE_HOME } = parsed.data;
  const home = MENDGRAPH_HOME ?? join(XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'mendgraph');
  return { home: resolve(home) };
}

/** What is where below the home. */
export const homeLayout = ({ home }: Config) => ({
  graphs: join(home, 'graphs'),
  facts: join(home, 'facts'),
  database: join(home, 'runs.db'),
  /** Working folder of one run: its base, checkouts and checkpoints; removed when the run ends. */
  run: (runId: string) => join(home, 'runs', runId),
  runs: join(home, 'runs'),
  /** Copies of repositories that commands are run on, a folder for each process. */
  shell: join(home, 'shell'),
  /** Mirrors of repositories, and the files taken from them and from archives. */
  sources: join(home, 'sources'),
});
