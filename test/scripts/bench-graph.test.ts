import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const run = promisify(execFile);

it('the benchmark of the graph measures, and finds the graph of a clean index after random edits', async () => {
  const args = ['scripts/bench-graph.mjs', '--runs', '1', '--edits', '16', '--every', '4'];
  const { stdout } = await run(process.execPath, args);
  const figures = JSON.parse(stdout.slice(stdout.indexOf('\n{\n')));
  expect(figures.incremental).toEqual({ edits: 16, compared: 4, equal: true });
  expect(figures.cold.seconds).toBeGreaterThan(0);
  expect(figures['queries, µs'].callers.p50).toBeGreaterThan(0);
}, 180_000);
