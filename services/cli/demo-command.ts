import type { Command } from 'commander';
import { MendError } from '../../graph/kernel/errors.ts';
import { openRuns } from '../compose.ts';
import { type DemoProject, makeDemoProject } from '../demo-project.ts';
import { startRepair } from '../repair.ts';
import type { CliContext } from './context.ts';
import { runRepair } from './run-repair.ts';

const help = `
Examples:
  mendgraph demo
  mendgraph demo --keep       leave the repaired project's copy for a look around

Repairs a copy of examples/timetable, a project of mendgraph's own with a bug in it. As its code is known, its
tests run without bubblewrap.`;

const maxTimeSeconds = 120;

function introduction({ root, issueText }: DemoProject, { colours }: CliContext): string {
  return [
    colours.bold('A timetable planner with a bug'),
    colours.dim(root),
    '',
    ...issueText
      .trimEnd()
      .split('\n')
      .map((line) => `${colours.dim('│')} ${line}`),
    '',
    '',
  ].join('\n');
}

function nextSteps({ root }: DemoProject, keep: boolean, { colours }: CliContext): string {
  const copy = keep ? [`  cd ${root}                                  the copy that was repaired`] : [];
  return [
    '',
    colours.bold('What to try next'),
    ...copy,
    '  npx mendgraph index .                                 the code graph of a project of yours',
    '  npx mendgraph repair --repo . --issue issue.md        repair it, with the issue in your own words',
    '  npx mendgraph serve --allow-root .                    the same over HTTP',
    '',
  ].join('\n');
}

async function demo(context: CliContext, keep: boolean): Promise<void> {
  const project = await makeDemoProject();
  const runs = openRuns();
  let resumable = false;
  try {
    const { root, issueText } = project;
    const options = { sandbox: 'process', maxTimeSeconds } as const;
    const { id } = startRepair({ runs }, { root, issueText, options });
    await context.print(introduction(project, context));
    await runRepair(context, runs, id, { json: false });
    await context.print(nextSteps(project, keep, context));
  } catch (error) {
    resumable = error instanceof MendError && error.code === 'CANCELLED';
    throw error;
  } finally {
    runs.close();
    if (!keep && !resumable) await project.remove();
  }
}

/** `mendgraph demo [--keep]`. */
export function registerDemo(program: Command, context: CliContext): void {
  program
    .command('demo')
    .description('watch a real bug be found, repaired and proved; needs nothing')
    .option('--keep', "leave the project's copy in the temporary folder")
    .addHelpText('after', help)
    .action(({ keep = false }: { readonly keep?: boolean }) => demo(context, keep));
}
