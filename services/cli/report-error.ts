import { CommanderError } from 'commander';
import { type MendError, toMendError } from '../../graph/kernel/errors.ts';
import { exitCodeFor } from '../error-table.ts';
import type { CliContext } from './context.ts';

/** Exit code for wrong usage, commander's own findings included. */
const usageExit = 2;

const withoutPrefix = (message: string): string => message.replace(/^error: /, '');

async function reportUsage(error: CommanderError, json: boolean, context: CliContext): Promise<number> {
  if (error.exitCode === 0) return 0;
  if (json) {
    const message = withoutPrefix(error.message);
    await context.printJson({ error: { code: 'USAGE', message, hint: 'see: mendgraph help' } });
  }
  return usageExit;
}

function stackOf(error: MendError): string {
  const causes: string[] = [];
  for (let at: unknown = error; at instanceof Error && causes.length < 5; at = at.cause)
    causes.push(at.stack ?? at.message);
  return causes.join('\ncaused by: ');
}

/**
 * Tells the reader what went wrong and what to do: on stderr, and with `--json` also as the document
 * `{error: {code, message, hint}}` on stdout. Gives the exit code.
 */
export async function reportError(
  thrown: unknown,
  { json, verbose }: { readonly json: boolean; readonly verbose: boolean },
  context: CliContext,
): Promise<number> {
  context.progress.stop();
  if (thrown instanceof CommanderError) return reportUsage(thrown, json, context);
  const error = toMendError(thrown);
  const { code, message } = error;
  const hint =
    error.hint ?? (code === 'INTERNAL' ? 'this is a defect of mendgraph; --verbose shows where' : undefined);
  context.streams.stderr.write(`mendgraph: ${message}\n${hint ? `  hint: ${hint}\n` : ''}`);
  if (verbose) context.streams.stderr.write(`${stackOf(error)}\n`);
  if (json) await context.printJson({ error: { code, message, ...(hint ? { hint } : {}) } });
  return exitCodeFor(code);
}
