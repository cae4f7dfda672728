import { accessSync, constants, existsSync, mkdirSync, readdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { MendError, toMendError } from '../../graph/kernel/errors.ts';
import type { Config } from './config.ts';

/**
 * Folder by folder: the recursive `mkdir` of Node 20 takes a refusal for a missing parent where that is read-only,
 * and never comes back where that is a file system such as /proc.
 */
function makeFolder(path: string): void {
  const missing: string[] = [];
  for (let at = path; !existsSync(at); at = dirname(at)) missing.push(at);
  for (const folder of missing.reverse()) {
    try {
      mkdirSync(folder);
    } catch (error) {
      // Another run may have made it in the meantime.
      if (!existsSync(folder)) throw error;
    }
  }
}

/**
 * Makes the home where it is missing, and gives `config` back once it can be written to.
 * @throws MendError `UNREADABLE` where it can't be made or written to, `DISK_FULL`
 */
export function withHome(config: Config): Config {
  try {
    makeFolder(config.home);
    readdirSync(config.home);
    accessSync(config.home, constants.W_OK | constants.X_OK);
    return config;
  } catch (thrown) {
    const error = toMendError(thrown);
    if (error.code === 'DISK_FULL') throw error;
    throw new MendError('UNREADABLE', `${config.home} can't be written to: ${error.message}`, {
      hint: 'graphs and runs are kept there; point MENDGRAPH_HOME at a folder of yours',
      cause: thrown,
    });
  }
}
