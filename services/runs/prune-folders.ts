import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { removeFolder } from '../../toolkit/sandbox/remove-folder.ts';
import type { RunStore } from './port.ts';

const dayMs = 86_400_000;

/** A folder this young may belong to a process that is just ending its run, or just recording it. */
const youngMs = 600_000;

/** A run that nobody took up for this long keeps its record, not its folder. */
const unclaimedMs = 14 * dayMs;

interface PruneRequest {
  /** Holds one folder a run, named by its id. */
  readonly folder: string;
  readonly runs: Pick<RunStore, 'get'>;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/**
 * Removes the working folders of runs that have ended or are not known, which a killed process may leave, and of
 * runs that have waited to be resumed for two weeks. Gives the ids.
 */
export async function pruneRunFolders({ folder, runs, now }: PruneRequest): Promise<string[]> {
  const pruned: string[] = [];
  for (const id of await readdir(folder).catch(() => [])) {
    const path = join(folder, id);
    const found = await stat(path).catch(() => undefined);
    if (!found || now - found.mtimeMs < youngMs) continue;
    const state = runs.get(id)?.state;
    const waits = state === 'running' || state === 'queued' || state === 'interrupted';
    if (waits && now - found.mtimeMs < unclaimedMs) continue;
    await removeFolder(path);
    pruned.push(id);
  }
  return pruned;
}
