import { stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { type Command, InvalidArgumentError } from 'commander';
import { systemClock } from '../../graph/kernel/clock.ts';
import { MendError } from '../../graph/kernel/errors.ts';
import type { SandboxName } from '../../toolkit/sandbox/choice.ts';
import type { Source } from '../../toolkit/sources/port.ts';
import { loadSettings } from '../../toolkit/testing/settings/settings.ts';
import { openRuns } from '../compose.ts';
import { startRepair } from '../repair.ts';
import type { CliContext } from './context.ts';
import { readIssue } from './read-issue.ts';
import { checkApply, type RepositoryFlags, refOption, repositoryHelp, withRepository } from './repository.ts';
import { runRepair } from './run-repair.ts';
import { sandboxOption } from './sandbox-option.ts';

const help = `
Examples:
  mendgraph repair --repo . --issue issue.md
  mendgraph repair --repo . --issue issue.md --test "pytest tests/test_cart.py" --max-time 120
  mendgraph repair --repo . --issue - --json < issue.md > result.json
  mendgraph repair --repo . --issue issue.md --config ci/mendgraph.yaml --apply
  mendgraph repair --repo https://example.org/shop.git --ref v1.2 --issue issue.md --out fix.patch

Works on a private copy; your checkout is written to with --apply only, and never where --repo names an archive, a URL
or a commit. Without --test, the tests are run and one that fails because of the issue is looked for. Tests run in
bubblewrap, without network.

Exit codes: 0 validated, 3 no validated patch, 2 wrong usage, 1 error.`;

export const defaultMaxTimeSeconds = 600;

export function seconds(text: string): number {
  const value = Number(text);
  if (!Number.isFinite(value) || value <= 0 || value > 604_800)
    throw new InvalidArgumentError('give seconds, for example 120');
  return value;
}

interface RepairFlags extends RepositoryFlags {
  readonly issue: string;
  readonly test?: string;
  readonly maxTime: number;
  readonly out?: string;
  readonly apply?: boolean;
  readonly sandbox?: SandboxName;
  readonly python?: string;
  readonly config?: string;
  readonly json?: boolean;
}

/** Found out before a long run rather than after it. Throws `USAGE`. */
async function checkOut(path: string): Promise<void> {
  const [itself, parent] = await Promise.all(
    [path, dirname(path)].map((one) => stat(one).catch(() => undefined)),
  );
  if (!itself?.isDirectory() && parent?.isDirectory()) return;
  const what = itself?.isDirectory() ? `${path} is a folder` : `no such folder: ${dirname(path)}`;
  throw new MendError('USAGE', what, { hint: '--out takes the name of a file to write the patch to' });
}

/** Settings that can't be used are found out before the run, too. */
async function checkConfig({ cwd }: CliContext, { config }: RepairFlags, root: string): Promise<void> {
  if (config !== undefined) await loadSettings({ root, configFile: resolve(cwd, config) });
}

/** The issue may come from a program that never ends its output; the wall holds for it too. */
async function issueWithin(seconds: number, issue: string, context: CliContext): Promise<string> {
  const up = AbortSignal.timeout(Math.min(2 ** 31 - 1, seconds * 1_000));
  const signal = AbortSignal.any([context.signal, up]);
  return readIssue(issue, { ...context, signal }).catch((error: unknown) => {
    if (!up.aborted || context.signal.aborted) throw error;
    throw new MendError('ISSUE_INVALID', `the issue had not come to its end after ${seconds} s`, {
      hint: 'give --issue a file, or end what you type with Ctrl-D',
      cause: error,
    });
  });
}

/** Of so many seconds since `start`, as the clock tells it; at least one, to say what there is. */
const left = (seconds: number, start: number): number =>
  Math.max(1, seconds - (systemClock.now() - start) / 1_000);

interface Repair {
  readonly source: Source;
  readonly issueText: string;
  readonly flags: RepairFlags;
}

async function repair(context: CliContext, { source, issueText, flags }: Repair): Promise<void> {
  const { kind, name, root, commit } = source;
  const { test, maxTime, out, apply, sandbox, python, config, json = false } = flags;
  const runs = openRuns();
  try {
    const options = {
      maxTimeSeconds: maxTime,
      ...(test === undefined ? {} : { testCommand: test }),
      ...(sandbox && { sandbox }),
      ...(python && { python }),
      ...(config !== undefined && { config: resolve(context.cwd, config) }),
      ...(kind === 'folder' ? {} : { source: { name, commit } }),
    };
    const { id } = startRepair({ runs }, { root, issueText, options });
    await runRepair(context, runs, id, {
      json,
      ...(out && { out: resolve(context.cwd, out) }),
      ...(apply && { apply }),
    });
  } finally {
    runs.close();
  }
}

/** `mendgraph repair --repo DIR --issue FILE|-`. */
export function registerRepair(program: Command, context: CliContext): void {
  program
    .command('repair')
    .description('find the bug that an issue describes, and prove a patch for it')
    .requiredOption('--repo <repo>', repositoryHelp)
    .addOption(refOption())
    .requiredOption('--issue <file>', 'text of the issue; - for stdin')
    .option('--test <command>', 'command that runs the tests, one of which fails because of the issue')
    .option('--max-time <seconds>', 'wall for everything', seconds, defaultMaxTimeSeconds)
    .option('--out <file>', 'write the validated patch to this file')
    .option('--apply', 'apply the validated patch to the repository')
    .addOption(sandboxOption('where tests run'))
    .option('--python <path>', 'interpreter to run the tests with')
    .option('--config <file>', 'settings for the tests, before those of mendgraph.yaml in the repository')
    .option('--json', 'print one JSON document')
    .addHelpText('after', help)
    .action(async (flags: RepairFlags) => {
      const start = systemClock.now();
      if (flags.apply) await checkApply(flags, context);
      if (flags.out !== undefined) await checkOut(resolve(context.cwd, flags.out));
      await withRepository(context, flags, async (source) => {
        await checkConfig(context, flags, source.root);
        const maxTime = source.kind === 'folder' ? flags.maxTime : left(flags.maxTime, start);
        const issueText = await issueWithin(maxTime, flags.issue, context);
        await repair(context, { source, issueText, flags: { ...flags, maxTime } });
      });
    });
}
