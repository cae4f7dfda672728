import type { SandboxName } from '../../toolkit/sandbox/choice.ts';
import { chooseSandbox } from '../../toolkit/sandbox/detect.ts';
import { defaultLimits } from '../../toolkit/sandbox/port.ts';

/**
 * A program of its own, for tests that kill it or run it as somebody else: `KIND FOLDER WALL_MS PROGRAM ARGUMENT…`
 * runs the program in that sandbox and prints the result as JSON.
 */
const [kind, folder = '', wallMs, program = '', ...args] = process.argv.slice(2);
const sandbox = await chooseSandbox({ wanted: kind as SandboxName });
const result = await sandbox.run({
  argv: [program, ...args],
  cwd: folder,
  writable: [folder],
  limits: { ...defaultLimits, wallMs: Number(wallMs), processes: 60 },
});
process.stdout.write(`${JSON.stringify(result)}\n`);
