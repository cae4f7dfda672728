/**
 * Measures the sandbox: `npm run bench:sandbox -- --runs 50`.
 *
 * --runs N      of `true` in each kind of sandbox that starts here, from start to exit (50)
 *
 * Prints a line for each kind, and all as one JSON document at the end. Times are milliseconds of wall time; one run
 * that is not counted comes first.
 */
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exit, stdout } from 'node:process';
import { parseArgs } from 'node:util';
import { chooseSandbox } from '../dist/toolkit/sandbox/detect.js';
import { defaultLimits } from '../dist/toolkit/sandbox/port.js';

const { values } = parseArgs({ options: { runs: { type: 'string', default: '50' } } });
const folder = realpathSync(mkdtempSync(join(tmpdir(), 'bench-sandbox-')));

async function startOfTrue(sandbox) {
  const request = { argv: ['true'], cwd: folder, writable: [folder], limits: defaultLimits };
  const start = performance.now();
  const { end, exitCode } = await sandbox.run(request);
  if (end !== 'exited' || exitCode !== 0) throw new Error(`true ended by ${end}, ${exitCode}`);
  return performance.now() - start;
}

async function figuresOf(kind, runs) {
  const sandbox = await chooseSandbox({ wanted: kind });
  await startOfTrue(sandbox);
  const times = [];
  for (let run = 0; run < runs; run += 1) times.push(await startOfTrue(sandbox));
  times.sort((a, b) => a - b);
  const at = (share) => Math.round((times[Math.ceil(times.length * share) - 1] ?? 0) * 10) / 10;
  return { runs, p50: at(0.5), p95: at(0.95) };
}

try {
  const runs = Number(values.runs);
  if (!Number.isInteger(runs) || runs < 1)
    throw new Error(`--runs takes a whole number from 1 on, not ${values.runs}`);
  const figures = {};
  for (const kind of ['bubblewrap', 'process']) {
    const found = await figuresOf(kind, runs).catch((error) => {
      if (error.code !== 'SANDBOX_UNAVAILABLE') throw error;
      return { unavailable: error.message };
    });
    figures[kind] = found;
    stdout.write(`${kind}: ${JSON.stringify(found)}\n`);
  }
  stdout.write(`${JSON.stringify(figures, null, 2)}\n`);
} catch (error) {
  stdout.write(`bench-sandbox: ${error.message}\n`);
  exit(1);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
