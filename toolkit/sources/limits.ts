/** Bounds on what is unpacked; sizes in bytes. */
export interface Limits {
  /** Files, folders and links, those that are left out too. */
  readonly entries: number;
  /** Of all that is unpacked, and of an archive itself. */
  readonly bytes: number;
  readonly fileBytes: number;
  /** Bytes unpacked for one byte of archive, once `ratioFrom` bytes are unpacked. Source code packs to a fifth. */
  readonly ratio: number;
  readonly ratioFrom: number;
  /** Names in a path. */
  readonly depth: number;
  readonly pathBytes: number;
}

const mebi = 2 ** 20;

export const defaultLimits: Limits = {
  entries: 500_000,
  bytes: 4_096 * mebi,
  fileBytes: 512 * mebi,
  ratio: 100,
  ratioFrom: 64 * mebi,
  depth: 64,
  pathBytes: 1_024,
};

/** The most that a file system takes for one name. */
export const mostNameBytes = 255;
