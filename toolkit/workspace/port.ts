import type { Edit } from './edits/schema.ts';
import type { Changes } from './file-state.ts';

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
  /**
   * Makes edits of one file or several, all or none. All refer to the files as they are before the call. Bytes outside
   * the edits stay, and so do byte-order mark, mode bits and a missing last line end.
   * @throws MendError `EDIT_REJECTED`, which says what is there instead, `NOT_FOUND`, `PATH_OUTSIDE`, `DISK_FULL`
   */
  edit(edits: readonly Edit[]): Promise<void>;
  /** Applies a git patch, wholly or not at all; throws `PATCH_REJECTED`, `DISK_FULL`. */
  apply(patch: string): Promise<void>;
  /**
   * Git patch from the base to the source files as they are now; empty when equal. Source files are the paths that
   * `edit` and `apply` have changed since the base, in their present contents, even where a command wrote these. What
   * only commands wrote is scratch and never in it, whether it is new or took another's place. `paths`, files and
   * folders, leaves out all others.
   */
  diff(paths?: readonly string[]): Promise<string>;
  /** The same files, as far as they differ from the base, by path. */
  changes(): Promise<Changes>;
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
