import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { registry } from '../../toolkit/registry.ts';

const run = promisify(execFile);
const script = 'scripts/bench-tools.mjs';

interface Longest {
  readonly tokens: number;
  readonly calls: number;
}

it('the benchmark of the tools times them all, and finds no text that is too long', async () => {
  const { stdout } = await run(process.execPath, [script, '--calls', '1000', '--longest']);
  const figures = JSON.parse(stdout.slice(stdout.indexOf('\n{\n')));
  const latency = figures['latency, embedded, ms'];
  expect(latency.calls).toBe(1000);
  expect(latency.p50).toBeGreaterThan(0);
  expect(latency.p95).toBeGreaterThanOrEqual(latency.p50);
  expect(latency.found).toBeGreaterThan(700);
  const tools = Object.entries<Longest>(figures['longest, tokens'].tools);
  const names = registry.map(({ name }) => name).sort();
  expect(tools.map(([name]) => name).sort()).toEqual(names);
  expect(Object.keys(figures['latency by tool, embedded, ms'])).toEqual(names);
  for (const [, { tokens }] of tools) expect(tokens).toBeGreaterThan(0);
}, 120_000);

it('says which option is wrong', async () => {
  const failed = run(process.execPath, [script, '--calls', 'many']);
  await expect(failed).rejects.toMatchObject({
    code: 1,
    stdout: expect.stringContaining('--calls takes a whole number'),
  });
}, 60_000);
