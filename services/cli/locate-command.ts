import type { Command } from 'commander';
import { localizer } from '../compose.ts';
import { openGraph } from '../compose-graph.ts';
import { locate } from '../locate.ts';
import { locationsDocument } from '../locations-document.ts';
import type { CliContext } from './context.ts';
import { readIssue } from './read-issue.ts';
import { renderLocations } from './render-locations.ts';
import { type RepositoryFlags, refOption, repositoryHelp, withRepository } from './repository.ts';

const help = `
Examples:
  mendgraph locate --repo . --issue issue.md
  mendgraph locate --repo . --issue - --json < issue.md

Reads the issue and the code graph alone; runs nothing. "repair" also looks at which lines the failing test runs.`;

const shown = 10;

interface LocateFlags extends RepositoryFlags {
  readonly issue: string;
  readonly json?: boolean;
}

/** `mendgraph locate --repo DIR --issue FILE|- [--json]`. */
export function registerLocate(program: Command, context: CliContext): void {
  program
    .command('locate')
    .description('rank the files, classes and functions that may hold the bug')
    .requiredOption('--repo <repo>', repositoryHelp)
    .addOption(refOption())
    .requiredOption('--issue <file>', 'text of the issue; - for stdin')
    .option('--json', 'print one JSON document')
    .addHelpText('after', help)
    .action(async ({ repo, ref, issue, json = false }: LocateFlags) => {
      const { signal, progress, colours } = context;
      const issueText = await readIssue(issue, context);
      const locations = await withRepository(context, { repo, ref }, ({ root }) =>
        locate({ openGraph, localizer }, { root, issueText, signal, onProgress: progress.step }),
      );
      progress.stop();
      if (json) await context.printJson(locationsDocument(locations));
      else await context.print(renderLocations(locations, shown, colours));
    });
}
