import type { Duplex } from 'node:stream';

/** The way to a command that serves several requests. */
export interface SandboxChannel {
  /** What one end writes, the other reads. It closes with the command. */
  readonly stream: Duplex;
  /** To be awaited after files in `writable` were changed from outside: makes those writable too. */
  refresh(): Promise<void>;
}

/** What a sandboxed command may do. Everything not named is refused. */
export interface SandboxRequest {
  /** Program and arguments; no shell in between. The program is looked up on the sandbox's PATH. */
  readonly argv: readonly [string, ...string[]];
  /** Absolute; must lie in one of `writable` or `readable`. */
  readonly cwd: string;
  /** The whole environment, beside PATH, HOME (a private folder) and LANG. */
  readonly env?: Readonly<Record<string, string>>;
  /** Absolute folders that programs are looked for in before the sandbox's own PATH. */
  readonly path?: readonly string[];
  /** Absolute folders that the command may change; they keep their paths inside. A `.git` in them stays as it is. */
  readonly writable: readonly string[];
  /** Absolute folders or files that it may read, beside the system's. */
  readonly readable?: readonly string[];
  readonly limits: SandboxLimits;
  readonly signal?: AbortSignal;
  /**
   * For a command that serves: called once, when it is being started. The command has the other end as the file
   * descriptor that MENDGRAPH_CHANNEL names, the supervisor's modules in the folder MENDGRAPH_SUPERVISOR, and in
   * MENDGRAPH_SCRATCH the folders, joined by colons, that exist for it alone. It does not keep this process alive.
   */
  readonly onChannel?: (channel: SandboxChannel) => void;
}

export interface SandboxLimits {
  /** Wall time, milliseconds. */
  readonly wallMs: number;
  /** Address space of each process, bytes. */
  readonly memoryBytes: number;
  readonly processes: number;
  /** Largest file it may write, bytes. */
  readonly fileBytes: number;
  /** Bytes kept of stdout and of stderr each: the first half and the last half; the rest is counted and thrown away. */
  readonly outputBytes: number;
}

export const defaultLimits: SandboxLimits = {
  wallMs: 60_000,
  memoryBytes: 4 * 2 ** 30,
  processes: 256,
  fileBytes: 256 * 2 ** 20,
  outputBytes: 256 * 2 ** 10,
};

export interface SandboxResult {
  /** `exited`: by itself, with `exitCode`. `signalled`: by a signal (a crash, a limit of the system's). */
  readonly end: 'exited' | 'signalled' | 'timeout' | 'output-limit' | 'cancelled';
  readonly exitCode: number | null;
  readonly signal: string | null;
  readonly stdout: string;
  readonly stderr: string;
  /** Bytes that were printed but not kept, both streams together. */
  readonly droppedBytes: number;
  readonly wallMs: number;
}

export const sandboxKinds = ['bubblewrap', 'process', 'docker'] as const;

export type SandboxKind = (typeof sandboxKinds)[number];

/**
 * Runs what is not trusted: the repository's tests. At the end nothing that the command started is left.
 * A program that is not there throws `TEST_COMMAND`; whatever a program does is a result, not an error.
 * Every adapter must pass `sandboxContract`.
 */
export interface Sandbox {
  readonly kind: SandboxKind;
  /** Where programs and interpreters are those of this image, not this machine's. */
  readonly image?: string;
  /** Why this one, for the reader. */
  readonly because: string;
  run(request: SandboxRequest): Promise<SandboxResult>;
}
