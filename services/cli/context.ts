import type { Readable, Writable } from 'node:stream';
import type { Logger } from '../../graph/kernel/logger.ts';
import type { Colours } from './colours.ts';
import type { ProgressReporter } from './progress-reporter.ts';

/** Where the program reads and writes; the real process, or a test. */
export interface CliStreams {
  readonly stdin: Readable & { readonly isTTY?: boolean };
  readonly stdout: Writable & { readonly isTTY?: boolean };
  readonly stderr: Writable & { readonly isTTY?: boolean; readonly columns?: number };
}

/** What every command gets: output, progress, the signal that ends it, and the way to set the exit code. */
export interface CliContext {
  readonly streams: CliStreams;
  /** Folder that relative paths start from; absolute. */
  readonly cwd: string;
  /** Aborted by SIGINT and SIGTERM. */
  readonly signal: AbortSignal;
  /** Colours for stdout: none when it is not a terminal, or NO_COLOR is set. */
  readonly colours: Colours;
  readonly logger: Logger;
  readonly verbose: boolean;
  /** Progress on stderr; `stop()` clears its line before a result is printed. */
  readonly progress: ProgressReporter;
  /** Writes to stdout, waiting while the reader is slow. A reader that went away is no error. */
  print(text: string): Promise<void>;
  /** The one JSON document of a command called with `--json`. */
  printJson(document: unknown): Promise<void>;
  /** Exit code of the process once the command has returned; 0 unless set. */
  setExitCode(code: number): void;
}
