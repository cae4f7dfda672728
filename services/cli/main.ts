import { systemClock } from '../../graph/kernel/clock.ts';
import { coloursWanted } from '../config/terminal.ts';
import { makeColours } from './colours.ts';
import type { CliContext, CliStreams } from './context.ts';
import { makeLogger } from './logger.ts';
import { makeProgram } from './program.ts';
import { makeProgressReporter } from './progress-reporter.ts';
import { reportError } from './report-error.ts';
import { makePrinter } from './streams.ts';

interface CliRun {
  /** Arguments after the program's name. */
  readonly argv: readonly string[];
  readonly streams: CliStreams;
  readonly cwd: string;
  readonly signal: AbortSignal;
}

/** Runs one command to its end and gives the exit code; never throws for what a command may meet. */
export async function runCli({ argv, streams, cwd, signal }: CliRun): Promise<number> {
  const json = argv.includes('--json');
  const verbose = argv.includes('--verbose');
  let exitCode = 0;
  const print = makePrinter(streams.stdout);
  const context: CliContext = {
    streams,
    cwd,
    signal,
    colours: makeColours(streams.stdout.isTTY === true && coloursWanted()),
    logger: makeLogger(streams.stderr, verbose),
    verbose,
    progress: makeProgressReporter(streams.stderr, systemClock),
    print,
    printJson: (document) => print(`${JSON.stringify(document, null, 2)}\n`),
    setExitCode(code) {
      exitCode = code;
    },
  };
  try {
    const program = await makeProgram(context, argv);
    await program.parseAsync([...argv], { from: 'user' });
  } catch (error) {
    exitCode = await reportError(error, { json, verbose }, context);
  }
  context.progress.stop();
  return exitCode;
}

/** 128 and the number of the signal, as shells do. */
const signalExit = { SIGINT: 130, SIGTERM: 143 } as const;

/** The first signal asks the command to end in order; a second one ends the process at once. */
function listen(): { readonly signal: AbortSignal; exitCode(ofCommand: number): number } {
  const controller = new AbortController();
  let came: keyof typeof signalExit | undefined;
  for (const name of ['SIGINT', 'SIGTERM'] as const)
    process.on(name, () => {
      if (controller.signal.aborted) process.exit(signalExit[name]);
      came = name;
      controller.abort();
    });
  return {
    signal: controller.signal,
    // A command may have reached its end all the same, or ends by a signal in the way it is meant to.
    exitCode: (ofCommand) => (came && ofCommand === 1 ? signalExit[came] : ofCommand),
  };
}

const flushed = (stream: NodeJS.WriteStream): Promise<void> =>
  new Promise((done) => {
    if (stream.destroyed || stream.writableLength === 0) done();
    else {
      stream.once('close', done);
      stream.write('', () => done());
    }
  });

/** Entry point of `bin/mendgraph.mjs`: runs the command and ends the process, whatever is still open. */
export async function runMain(): Promise<void> {
  process.stderr.on('error', () => {});
  const signals = listen();
  const exitCode = await runCli({
    argv: process.argv.slice(2),
    streams: process,
    cwd: process.cwd(),
    signal: signals.signal,
  });
  await flushed(process.stdout);
  process.exit(signals.exitCode(exitCode));
}
