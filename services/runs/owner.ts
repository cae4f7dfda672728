import { readFileSync } from 'node:fs';

/** A process, told apart from a later one that was given the same number. */
export interface Owner {
  readonly pid: number;
  /** Start time as the kernel counts it; `null` where it can't be read. */
  readonly started: string | null;
}

/** Field 22 of proc(5)'s stat, after the command's closing parenthesis. */
function startOf(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null;
  } catch {
    return null;
  }
}

export const thisProcess = (): Owner => ({ pid: process.pid, started: startOf(process.pid) });

export function isAlive({ pid, started }: Owner): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  return started === null || startOf(pid) === started;
}
