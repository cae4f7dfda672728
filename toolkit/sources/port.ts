import type { OnProgress } from '../../graph/kernel/progress.ts';

/** Something of a source that is not in its folder. */
export interface LeftOut {
  readonly path: string;
  readonly reason: string;
}

/** What a repository was taken from, and the folder that holds its files. */
export interface Source {
  readonly kind: 'folder' | 'archive' | 'git';
  /** As the user knows it: an absolute path, or a URL without credentials. */
  readonly name: string;
  /** Absolute path of a folder with exactly the files; of kind `folder` the user's own, else one of ours. */
  readonly root: string;
  /** Of kind `git`: the commit whose tree it is. */
  readonly commit: string | null;
  /** At most `mostLeftOut`, in the order met. */
  readonly leftOut: readonly LeftOut[];
  readonly leftOutCount: number;
}

export const mostLeftOut = 100;

export interface OpenSourceOptions {
  /** Where folders of sources are kept; its parent exists. */
  readonly dir: string;
  /** For what a server has to send; ten minutes at most, and unless told. */
  readonly wallMs?: number;
  readonly signal?: AbortSignal;
  readonly onProgress?: OnProgress;
}
