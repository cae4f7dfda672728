import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { mkdir, mkdtemp, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import type { Sandbox, SandboxRequest } from '../sandbox/port.ts';
import { removeFolder } from '../sandbox/remove-folder.ts';
import { openWarmSession, type WarmSession } from './warm-session.ts';

/** What a server is started with. Runs that agree in all of it can share one. */
export interface WarmStart {
  readonly key: string;
  /** `scratch` is added to `writable`. */
  readonly request: Omit<SandboxRequest, 'signal' | 'onChannel'>;
}

/** A server that is this run's alone until it is given back. */
export interface Lease {
  readonly session: WarmSession;
  /** A folder that does not exist yet, for this run alone; the server makes it. */
  readonly scratch: string;
  /** A folder that lasts as long as the server does; who uses it makes it. */
  readonly lasting: string;
  release(): Promise<void>;
}

interface Entry {
  readonly key: string;
  readonly session: WarmSession;
  readonly folder: string;
  readonly opened: number;
  busy: boolean;
  idle: NodeJS.Timeout | undefined;
}

/** A server is ended when nobody used it for so long, milliseconds. */
const idleMs = 15_000;
/** And is not used again when it is so old, so that its own wall limit ends no run. */
const oldMs = 15 * 60_000;
const maxServers = 6;

export const serverWallMs = 2 * oldMs;

/** Servers by what they were started with. The oldest idle one makes room for a new one. */
export function createWarmPool(sandbox: Sandbox, scratchParent: string) {
  const entries = new Set<Entry>();
  // Whoever forgets to close leaves no process behind, since those end with ours; so let no folder stay either.
  const tidy = () => {
    for (const { folder } of entries) rmSync(folder, { recursive: true, force: true });
  };

  async function end(entry: Entry): Promise<void> {
    entries.delete(entry);
    if (entries.size === 0) process.off('exit', tidy);
    clearTimeout(entry.idle);
    await entry.session.close();
    await removeFolder(entry.folder);
  }

  async function open({ key, request }: WarmStart): Promise<Entry> {
    const idle = [...entries].filter(({ busy }) => !busy);
    if (entries.size >= maxServers && idle[0]) await end(idle[0]);
    await mkdir(scratchParent, { recursive: true });
    const folder = await realpath(await mkdtemp(join(scratchParent, 'mendgraph-test-')));
    const session = openWarmSession(sandbox, { ...request, writable: [...request.writable, folder] });
    const entry: Entry = { key, session, folder, opened: Date.now(), busy: true, idle: undefined };
    if (entries.size === 0) process.on('exit', tidy);
    entries.add(entry);
    return entry;
  }

  async function release(entry: Entry, scratch: string): Promise<void> {
    await removeFolder(scratch);
    entry.busy = false;
    if (!entry.session.alive || Date.now() - entry.opened > oldMs) await end(entry);
    else entry.idle = setTimeout(() => void end(entry), idleMs).unref();
  }

  return {
    async lease(start: WarmStart): Promise<Lease> {
      const free = [...entries].find(({ key, busy, session }) => key === start.key && !busy && session.alive);
      if (free) {
        free.busy = true;
        clearTimeout(free.idle);
      }
      const entry = free ?? (await open(start));
      const scratch = join(entry.folder, randomUUID());
      const lasting = join(entry.folder, 'lasting');
      return { session: entry.session, scratch, lasting, release: () => release(entry, scratch) };
    },
    /** Ends every server. Resolves when nothing of them is left. */
    async close(): Promise<void> {
      await Promise.all([...entries].map(end));
    },
  };
}

export type WarmPool = ReturnType<typeof createWarmPool>;
