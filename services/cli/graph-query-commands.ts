import { type Command, InvalidArgumentError, Option } from 'commander';
import { type RelationKind, relationKinds } from '../../graph/domain/relation.ts';
import type { GraphStore } from '../../graph/store/port.ts';
import type { Miss } from '../../toolkit/lookup/miss.ts';
import type { Found, FoundCallers, FoundPath, ShownNames } from '../graph-questions.ts';
import type { CliContext } from './context.ts';
import { type RepositoryFlags, refOption, repositoryHelp, withRepository } from './repository.ts';
import { wholeNumber } from './whole-number.ts';

/** Exit code of a question about a name that means nothing here, or of a path that does not exist. */
const nothingFound = 4;

const help = `
Examples:
  mendgraph graph find Cart.total
  mendgraph graph callers shop.cart.Cart.total --depth 3 --repo ~/projects/shop
  mendgraph graph path checkout Cart.total --kinds CALLS,INSTANTIATES

Names are taken as people write them: total, Cart.total, shop.cart.Cart.total, shop/cart.py:Cart.total, total().
Exit codes: 0 found, 4 nothing found (the answer says what is near), 2 wrong usage, 1 error.`;

interface Flags extends RepositoryFlags {
  readonly json?: boolean;
  readonly limit: number;
}

const largestLimit = 1_000_000;

function kindsOf(text: string): RelationKind[] {
  return text.split(',').map((word) => {
    const kind = relationKinds.find((one) => one === word.trim().toUpperCase());
    if (!kind) throw new InvalidArgumentError(`"${word}" is none of ${relationKinds.join(', ')}`);
    return kind;
  });
}

interface Answered<T> {
  readonly answer: T | Miss;
  readonly lines: (found: T) => readonly string[];
  /** Whether what was found is what was asked for; all that is no miss, unless told. */
  readonly isFound?: (found: T) => boolean;
}

/** Opens the graph of the folder as it is now, asks, prints. */
async function answer<T extends { readonly found: true }>(
  context: CliContext,
  flags: Flags,
  ask: (graph: GraphStore) => Promise<Answered<T>>,
): Promise<void> {
  const { openGraph } = await import('../compose-graph.ts');
  const { missLines } = await import('./render-graph.ts');
  const { signal, progress } = context;
  const graph = await withRepository(context, flags, ({ root }) =>
    openGraph(root, { signal, onProgress: progress.step }),
  );
  progress.stop();
  try {
    const { answer: given, lines, isFound = () => true } = await ask(graph);
    if (!given.found || !isFound(given)) context.setExitCode(nothingFound);
    if (flags.json) await context.printJson(given);
    else if (given.found) await context.print(`${lines(given).join('\n')}\n`);
    else await context.print(`${missLines(given).join('\n')}\n`);
  } finally {
    await graph.close();
  }
}

const questions = () => import('../graph-questions.ts');
const renderers = () => import('./render-graph.ts');

/** A question about one folder, with the options that all of them have. */
function question(graph: Command, name: string, description: string, limit: number): Command {
  return graph
    .command(name)
    .description(description)
    .option('--repo <repo>', repositoryHelp, '.')
    .addOption(refOption())
    .option('--json', 'print one JSON document')
    .addOption(
      new Option('--limit <n>', 'how many of a list to give')
        .default(limit)
        .argParser(wholeNumber(1, largestLimit)),
    )
    .addHelpText('after', help);
}

/** `mendgraph graph find|show|callers|path`. */
export function registerGraphQueries(graph: Command, context: CliContext): void {
  question(graph, 'find', 'what a name means, and where it is', 50)
    .argument('<name>', 'name of a class, method, function, variable or module')
    .action((name: string, flags: Flags) =>
      answer<Found>(context, flags, async (store) => ({
        answer: await (await questions()).find(store, name, flags.limit),
        lines: (await renderers()).foundLines,
      })),
    );
  question(graph, 'show', 'all that the graph knows of a name: signature, place, relations', 10)
    .argument('<name>', 'name of a class, method, function, variable or module')
    .action((name: string, flags: Flags) =>
      answer<ShownNames>(context, flags, async (store) => {
        const { showLines } = await renderers();
        return {
          answer: await (await questions()).show(store, name, flags.limit),
          lines: (shown) => showLines(shown, context.colours),
        };
      }),
    );
  question(graph, 'callers', 'who calls a method or function, or makes an instance of a class', 50)
    .argument('<name>', 'name of a class, method or function')
    .addOption(
      new Option('--depth <n>', 'callers of callers too, up to so many steps')
        .default(1)
        .argParser(wholeNumber(1, 100)),
    )
    .action((name: string, flags: Flags & { readonly depth: number }) =>
      answer<FoundCallers>(context, flags, async (store) => {
        const { callersLines } = await renderers();
        return {
          answer: await (await questions()).callers(store, name, flags),
          lines: (found) => callersLines(found, context.colours),
        };
      }),
    );
  question(graph, 'path', 'the shortest way from one entity to another along what uses what', 50)
    .argument('<from>', 'name of the one that uses')
    .argument('<to>', 'name of the one that is reached')
    .option('--kinds <list>', 'relations to go along, by commas', kindsOf)
    .action((from: string, to: string, flags: Flags & { readonly kinds?: readonly RelationKind[] }) =>
      answer<FoundPath>(context, flags, async (store) => ({
        answer: await (await questions()).pathBetween(store, from, to, flags.kinds),
        lines: (await renderers()).pathLines,
        isFound: ({ steps }) => steps !== null,
      })),
    );
}
