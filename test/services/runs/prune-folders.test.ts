import { mkdir, readdir, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { RunRecord, RunState } from '../../../services/runs/port.ts';
import { pruneRunFolders } from '../../../services/runs/prune-folders.ts';
import { withFolder } from '../../support/git-repository.ts';

const now = Date.now();
const hours = (n: number) => n * 3_600_000;

const record = (id: string, state: RunState): RunRecord => ({
  id,
  state,
  createdAt: 0,
  root: '/',
  title: '',
  issueText: '',
  options: { maxTimeSeconds: 1 },
  activeMs: 0,
  outcome: null,
  error: null,
});

describe('pruneRunFolders', () => {
  it('removes what no run will need again, and nothing that a process may be at', () =>
    withFolder(async (folder) => {
      const states: Record<string, RunState> = {
        'ended-just-now': 'finished',
        ended: 'finished',
        broke: 'failed',
        waits: 'interrupted',
        runs: 'running',
        forgotten: 'interrupted',
      };
      const ages: Record<string, number> = { 'ended-just-now': 0, forgotten: 15 * 24, unknown: 1 };
      for (const id of [...Object.keys(states), 'unknown']) {
        await mkdir(join(folder, id, 'workspace'), { recursive: true });
        const at = new Date(now - hours(ages[id] ?? 2));
        await utimes(join(folder, id), at, at);
      }
      const runs = {
        get: (id: string) => {
          const state = states[id];
          return state && record(id, state);
        },
      };
      const pruned = await pruneRunFolders({ folder, runs, now });
      expect(pruned.sort()).toEqual(['broke', 'ended', 'forgotten', 'unknown']);
      expect((await readdir(folder)).sort()).toEqual(['ended-just-now', 'runs', 'waits']);
    }));

  it('has nothing to do where there was no run yet', () =>
    withFolder(async (folder) => {
      const runs = { get: () => undefined };
      expect(await pruneRunFolders({ folder: join(folder, 'none'), runs, now })).toEqual([]);
    }));
});
