/** Replaces exact text. `startLine` is where `old` begins; the edit is refused unless the file has it there. */
export interface Edit {
  /** Relative to the repository. */
  readonly path: string;
  /** 1-based. */
  readonly startLine: number;
  /** 0-based offset of `old` in its first line, UTF-16 code units. */
  readonly startColumn: number;
  readonly old: string;
  readonly new: string;
}

/**
 * A private copy of the repository in its base state. Nothing done here reaches the user's checkout. It takes a
 * folder of its own only when it is asked for one; before, it costs what its edits do.
 */
export interface Checkout {
  /**
   * Absolute path of a folder with its files, for a command to run in. The first call may copy the repository; the
   * folder is this checkout's until `release`.
   */
  folder(): Promise<string>;
  /** A file's bytes as they are here; throws `NOT_FOUND`, `PATH_OUTSIDE`. */
  read(path: string): Promise<Buffer>;
  /** Applies edits of one file or several, all or none; throws `EDIT_REJECTED`. Bytes outside the edits stay as they are. */
  edit(edits: readonly Edit[]): Promise<void>;
  /** Applies a git patch; throws `PATCH_REJECTED`. */
  apply(patch: string): Promise<void>;
  /** Git patch from the base to the files as they are now, of `paths` alone when given; empty when equal. */
  diff(paths?: readonly string[]): Promise<string>;
  /** Back to the base, whatever happened inside, scratch files gone. */
  reset(): Promise<void>;
  /** Resets it and hands its folder, if it has one, to the next who asks for one. */
  release(): Promise<void>;
}

/** What the repair starts from: the folder's files as they were when the run began. */
export interface WorkspaceBase {
  /** Absolute real path of the user's folder. */
  readonly root: string;
  /** The commit checked out there, if it is a git repository. */
  readonly commit: string | null;
  /** Paths that differ from that commit, at most 20; the base has them as they are on disk. */
  readonly dirty: readonly string[];
  /** Hash of the tree: same files, same id. */
  readonly tree: string;
}

/** One repository's base and its checkouts, below one folder of the run. */
export interface Workspace {
  readonly base: WorkspaceBase;
  /** Absolute path of a copy of the base that is only read. */
  readonly pristine: string;
  /** A clean checkout. */
  checkout(): Promise<Checkout>;
  /** Applies a patch to the user's own folder (`--apply`); throws `PATCH_REJECTED` and changes nothing if it does not fit. */
  applyToUser(patch: string): Promise<void>;
  close(): Promise<void>;
}
