import type { GraphStore } from '../graph/store/port.ts';
import type { Shell } from './shell/port.ts';

export interface ListedFile {
  /** Relative to the repository's root, `/` between parts. */
  readonly path: string;
  /** Bytes. */
  readonly size: number;
}

/** A read-only look at one state of a repository's files. Paths never leave it. */
export interface CheckoutView {
  /**
   * The file's text, line ends as they are; `undefined` where there is no such file, or it is binary or larger
   * than what tools read. Throws `PATH_OUTSIDE` for a path that leads out.
   */
  read(path: string): Promise<string | undefined>;
  /** Every file, by path; the same list each time. */
  list(): Promise<readonly ListedFile[]>;
  /** A cheap first look for searches: `false` only for a file that does not hold the text in any case. */
  mayHold?(text: string): (path: string) => boolean;
}

/** All that a tool may use: a graph, and the files that it was made from. */
export interface ToolContext extends CheckoutView {
  readonly graph: GraphStore;
  /** Only where commands may be run. */
  readonly shell?: Shell;
}
