import { z } from 'zod';
import { MendError } from '../../graph/kernel/errors.ts';
import { defineTool } from '../define-tool.ts';
import { repositoryPath } from '../lookup/repository-path.ts';
import { sandboxKinds } from '../sandbox/port.ts';
import { outputEntries } from '../shell/output-text.ts';
import type { Shell } from '../shell/port.ts';
import { longestCommand, refusalOf } from '../shell/rules.ts';
import type { ToolContext } from '../tool-context.ts';

const refused = z.strictObject({
  ran: z.literal(false),
  /** Name of the rule that was broken, or `folder`. */
  rule: z.string(),
  reason: z.string(),
  instead: z.string(),
});

const finished = z.strictObject({
  ran: z.literal(true),
  end: z.enum(['exited', 'signalled', 'timeout', 'output-limit', 'disk-limit', 'cancelled']),
  exit_code: z.int().nullable(),
  signal: z.string().nullable(),
  /** The first and the last part of each, with a note between them where it was longer. */
  stdout: z.string(),
  stderr: z.string(),
  duration_ms: z.number(),
  /** Bytes of both that were not kept. */
  dropped_bytes: z.int(),
  sandbox: z.strictObject({ kind: z.enum(sandboxKinds), because: z.string() }),
});
type Finished = z.infer<typeof finished>;

const ends: Readonly<Record<Exclude<Finished['end'], 'exited' | 'signalled'>, string>> = {
  timeout: 'was ended at its time limit',
  'output-limit': 'was ended because it printed without end',
  'disk-limit': 'was ended because it filled the disk',
  cancelled: 'was stopped',
};

function ending({ end, exit_code, signal }: Finished): string {
  if (end === 'exited') return `ended with exit code ${exit_code}`;
  return end === 'signalled' ? `was ended by ${signal ?? 'a signal'}` : ends[end];
}

function lead(output: Finished): string {
  const { duration_ms, dropped_bytes, sandbox } = output;
  const dropped = dropped_bytes > 0 ? ` ${dropped_bytes} bytes of output were not kept.` : '';
  const silent = output.stdout.trim() === '' && output.stderr.trim() === '' ? ' It printed nothing.' : '';
  return `The command ${ending(output)} after ${(duration_ms / 1000).toFixed(2)} s, in the ${sandbox.kind} sandbox (${sandbox.because}).${dropped}${silent}`;
}

function shellOf({ shell }: ToolContext): Shell {
  if (shell) return shell;
  throw new MendError('TOOL_UNKNOWN', 'commands may not be run here', {
    hint: 'the read-only tools answer without it; whoever started mendgraph must allow commands (--shell)',
  });
}

export const executeShellCommandWithValidation = defineTool({
  name: 'execute_shell_command_with_validation',
  description: `Run a shell command (sh -c) on a throw-away copy of the repository, in a sandbox without network and input. Changes are gone afterwards. For tests and small scripts; one command of at most ${longestCommand} characters, about a minute.`,
  input: z.strictObject({
    command: z.string().describe('For sh; may be several lines, with pipes and here-documents.'),
    working_directory: z.string().default('.').describe('Folder of the repository to run it in.'),
  }),
  output: z.discriminatedUnion('ran', [refused, finished]),
  async run({ command, working_directory }, context) {
    const shell = shellOf(context);
    const folder = repositoryPath(working_directory, context.graph.snapshot.root);
    const refusal = refusalOf(command);
    if (refusal) return { ran: false as const, ...refusal };
    const result = await shell.run({ command, folder }).catch((error: unknown) => {
      if (error instanceof MendError && error.code === 'NOT_FOUND') return error;
      throw error;
    });
    if (result instanceof MendError)
      return { ran: false as const, rule: 'folder', reason: result.message, instead: result.hint ?? '' };
    const { end, exitCode, signal, stdout, stderr, droppedBytes, wallMs } = result;
    return {
      ran: true as const,
      ...{ end, signal, stdout, stderr, sandbox: shell.sandbox },
      exit_code: exitCode,
      duration_ms: Math.round(wallMs),
      dropped_bytes: droppedBytes,
    };
  },
  text(output) {
    if (!output.ran)
      return {
        lead: `Not run (rule "${output.rule}"): ${output.reason}`,
        entries: [],
        offset: 0,
        total: 0,
        unit: 'lines',
        tail: `Instead: ${output.instead}.`,
      };
    const entries = outputEntries(output);
    return {
      lead: lead(output),
      entries,
      offset: 0,
      total: entries.length,
      unit: 'lines',
      next: () => 'run a command that prints less (grep, head, tail, sed -n)',
    };
  },
});
