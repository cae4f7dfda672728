import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const run = promisify(execFile);

it('the benchmark of the workspace measures, and copies as often as something runs at the same time', async () => {
  const args = ['scripts/bench-workspace.mjs', '--checkouts', '8', '--at-once', '2'];
  const { stdout } = await run(process.execPath, args);
  const { opened, checkouts, run: ran } = JSON.parse(stdout.slice(stdout.indexOf('\n{\n')));
  expect(opened.diskMb).toBeGreaterThan(0);
  expect(checkouts.seconds).toBeGreaterThan(0);
  expect(checkouts.diskMb).toBeLessThan(opened.diskMb);
  expect(ran.diskMb).toBeLessThan(3 * opened.diskMb);
}, 60_000);
