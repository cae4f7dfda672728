import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { silentLogger } from '../../graph/kernel/logger.ts';
import { editedGraphs, openGraph } from '../../services/compose-graph.ts';
import { openSession } from '../../services/session.ts';

let home: string;

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'mendgraph-session-'));
  vi.stubEnv('MENDGRAPH_HOME', home);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await rm(home, { recursive: true, force: true });
});

it('asks about an edited checkout, and keeps its graph with the run, not among those of the user', async () => {
  const dir = join(home, 'run');
  const session = openSession({
    root: join(import.meta.dirname, '../../examples/timetable'),
    dir,
    options: { sandbox: 'process', maxTimeSeconds: 60 },
    openGraph,
    editedGraphs,
    logger: silentLogger,
    onProgress: () => undefined,
    signal: new AbortController().signal,
  });
  const checkout = await (await session.workspace()).checkout();
  const questions = await session.ask(checkout);
  const pathsOf = (name: string) =>
    questions.use(async ({ graph }) => (await graph.byName(name)).map(({ path }) => path));
  expect(await pathsOf('weigh_luggage')).toEqual([]);
  expect(existsSync(join(dir, 'graphs'))).toBe(false);
  await checkout.edit([{ kind: 'create', path: 'luggage.py', text: 'def weigh_luggage(): pass\n' }]);
  expect(await pathsOf('weigh_luggage')).toEqual(['luggage.py']);
  expect(await readdir(join(home, 'graphs'))).toHaveLength(1);
  expect(await readdir(join(dir, 'graphs'))).toHaveLength(1);
  await session.close();
});
