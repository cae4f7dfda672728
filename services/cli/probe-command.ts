import { resolve } from 'node:path';
import type { Command } from 'commander';
import type { SandboxName } from '../../toolkit/sandbox/choice.ts';
import { probeRepository } from '../probe.ts';
import type { CliContext } from './context.ts';
import { renderProbe } from './render-probe.ts';
import { type RepositoryFlags, refOption, repositoryHelp, withRepository } from './repository.ts';
import { sandboxOption } from './sandbox-option.ts';

const help = `
Examples:
  mendgraph probe --repo .
  mendgraph probe --repo ~/projects/shop --python ~/projects/shop/.venv/bin/python
  mendgraph probe --repo . --test "tests/runtests.py --settings test_sqlite"
  mendgraph probe --repo . --config ci/mendgraph.yaml --json

Says which interpreter and which command the tests of a repository would run with, why, and what is missing; then runs
one of them in the sandbox, on a copy, to prove it. A mendgraph.yaml in the repository says otherwise where the guess is
wrong; docs/manual/probe.md describes it.

Exit codes: 0 tests can run, 3 none ran, 2 wrong usage, 1 error.`;

interface ProbeFlags extends RepositoryFlags {
  readonly test?: string;
  readonly python?: string;
  readonly config?: string;
  readonly sandbox?: SandboxName;
  readonly json?: boolean;
}

async function run(root: string, flags: ProbeFlags, context: CliContext): Promise<void> {
  const { test, python, config, sandbox, json = false } = flags;
  const { cwd, signal, logger, progress, colours } = context;
  const document = await probeRepository({
    root,
    ...(test !== undefined && { testCommand: test }),
    ...(python !== undefined && { python }),
    ...(config !== undefined && { configFile: resolve(cwd, config) }),
    ...(sandbox && { sandbox }),
    ...{ logger, signal, onStep: progress.say },
  });
  progress.stop();
  if (json) await context.printJson(document);
  else await context.print(renderProbe(document, colours));
  context.setExitCode(document.ready ? 0 : 3);
}

/** `mendgraph probe --repo REPO [--ref REF] [--python P] [--test CMD] [--config F] [--sandbox K] [--json]`. */
export function registerProbe(program: Command, context: CliContext): void {
  program
    .command('probe')
    .description('find how the tests of a repository run here, and run one to prove it')
    .requiredOption('--repo <repo>', repositoryHelp)
    .addOption(refOption())
    .option('--test <command>', 'command that runs the tests')
    .option('--python <path>', 'interpreter to run the tests with')
    .option('--config <file>', 'settings, before those of mendgraph.yaml in the repository')
    .addOption(sandboxOption('where tests run'))
    .option('--json', 'print one JSON document')
    .addHelpText('after', help)
    .action((flags: ProbeFlags) => withRepository(context, flags, ({ root }) => run(root, flags, context)));
}
