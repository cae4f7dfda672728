import { type ChildProcess, spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const tsx = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;

/** Words that run a TypeScript program of `test/support` in a Node of its own. */
export const nodeProgram = (file: string, ...args: readonly string[]): readonly [string, ...string[]] => [
  process.execPath,
  '--import',
  tsx,
  join(import.meta.dirname, file),
  ...args,
];

/** Starts it; `launcher` is put before, such as `setpriv …`. */
export function startNodeProgram(
  words: readonly [string, ...string[]],
  launcher: readonly string[] = [],
): ChildProcess {
  const [program = '', ...args] = [...launcher, ...words];
  return spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'], cwd: '/' });
}

export async function outputOf(child: ChildProcess): Promise<string> {
  const chunks: Buffer[] = [];
  child.stdout?.on('data', (chunk: Buffer) => chunks.push(chunk));
  await new Promise((resolve) => child.on('close', resolve));
  return Buffer.concat(chunks).toString();
}
