import { spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { env, execPath, hrtime } from 'node:process';
import { fileURLToPath } from 'node:url';

export const root = join(dirname(fileURLToPath(import.meta.url)), '../..');
const program = join(root, 'bin/mendgraph.mjs');

/** Runs a program to its end; throws with what it said where it failed. Gives stdout and seconds of wall time. */
export function run(command, args, { environment = {}, cwd } = {}) {
  return new Promise((done, fail) => {
    const start = hrtime.bigint();
    const child = spawn(command, args, { cwd, env: { ...env, ...environment } });
    const [out, said] = [[], []];
    child.stdout.on('data', (chunk) => out.push(chunk));
    child.stderr.on('data', (chunk) => said.push(chunk));
    child.on('error', fail);
    child.on('close', (code) => {
      const seconds = Number(hrtime.bigint() - start) / 1e9;
      if (code === 0) done({ stdout: Buffer.concat(out).toString(), seconds });
      else fail(new Error(`${command} ${args.join(' ')} ended with ${code}: ${Buffer.concat(said)}`));
    });
  });
}

/** Runs mendgraph with a home of its own. */
export const mendgraph = (home, ...args) =>
  run(execPath, [program, ...args], { environment: { MENDGRAPH_HOME: home } });

/** Indexes as a user does: seconds of wall time with the start of the program, and the most memory, MiB. */
export async function index(home, repository) {
  const { stdout, seconds } = await mendgraph(home, 'index', repository, '--json');
  const { rssMb, snapshot } = JSON.parse(stdout);
  return { seconds: Math.round(seconds * 100) / 100, rssMb: Math.round(rssMb), snapshot };
}
