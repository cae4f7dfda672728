import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';

const run = promisify(execFile);
const bench = (...args: readonly string[]) => run(process.execPath, ['scripts/bench-sandbox.mjs', ...args]);

describe('the benchmark of the sandbox', () => {
  it('measures each kind that starts here', async () => {
    const { stdout } = await bench('--runs', '5');
    const figures = JSON.parse(stdout.slice(stdout.indexOf('\n{\n')));
    expect(Object.keys(figures)).toEqual(['bubblewrap', 'process']);
    expect(figures.process.runs).toBe(5);
    expect(figures.process.p50).toBeGreaterThan(0);
    expect(figures.process.p95).toBeGreaterThanOrEqual(figures.process.p50);
  }, 30_000);

  it('says what is wrong with its option', async () => {
    await expect(bench('--runs', '0')).rejects.toMatchObject({
      stdout: expect.stringContaining('--runs takes a whole number'),
    });
  });
});
