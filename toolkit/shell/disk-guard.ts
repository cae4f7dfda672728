import { statfs } from 'node:fs/promises';

export interface DiskLimits {
  /** By how much the free space may shrink while the command runs, bytes. */
  readonly bytes: number;
  /** And the free entries for files. */
  readonly files: number;
}

export const defaultDiskLimits: DiskLimits = { bytes: 2 * 2 ** 30, files: 200_000 };

const everyMs = 100;

export interface DiskGuard {
  /** Aborted once the disk has shrunk by more than the limits. */
  readonly signal: AbortSignal;
  stop(): void;
}

/**
 * Watches the free space where `folder` lies. A sandbox bounds each file that a command writes, not their number;
 * what others write at the same time counts too, so the limits are wide.
 */
export async function guardDisk(folder: string, limits: DiskLimits): Promise<DiskGuard> {
  const controller = new AbortController();
  const before = await statfs(folder);
  const look = async (): Promise<void> => {
    const { bavail, bsize, ffree } = await statfs(folder);
    const isFull = (before.bavail - bavail) * bsize > limits.bytes || before.ffree - ffree > limits.files;
    if (isFull) controller.abort();
  };
  // A folder that cannot be asked about any more is the command's own doing, and ends with it.
  const timer = setInterval(() => void look().catch(() => undefined), everyMs);
  return { signal: controller.signal, stop: () => clearInterval(timer) };
}
