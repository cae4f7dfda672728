import { readFileSync } from 'node:fs';

/** A process, told apart from a later one that was given the same number. */
export interface Owner {
  readonly pid: number;
  /** Start time as the kernel counts it; `null` where it can't be read. */
  readonly started: string | null;
}

interface Known {
  readonly state: string;
  readonly started: string;
}

/** Fields 3 and 22 of proc(5)'s stat, which come after the command's closing parenthesis. */
function look(pid: number): Known | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const [state, started] = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .filter((_, index) => index === 0 || index === 19);
    return state && started ? { state, started } : undefined;
  } catch {
    return undefined;
  }
}

export const thisProcess = (): Owner => ({ pid: process.pid, started: look(process.pid)?.started ?? null });

/** Dead, though its parent has not asked for its status: the kernel still knows its number. */
const deadStates = new Set(['Z', 'X', 'x']);

export function isAlive({ pid, started }: Owner): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  if (started === null) return true;
  const found = look(pid);
  return found?.started === started && !deadStates.has(found.state);
}
