import { MendError, toMendError } from '../../graph/kernel/errors.ts';

/** Runs a database call and names what the disk or the file is to blame for. */
export function guarded<T>(file: string, call: () => T): T {
  try {
    return call();
  } catch (thrown) {
    if (thrown instanceof MendError) throw thrown;
    const message = thrown instanceof Error ? thrown.message : String(thrown);
    if (/disk is full|SQLITE_FULL|disk I\/O error|no space/i.test(message))
      throw new MendError('DISK_FULL', `${file}: ${message}`, {
        hint: 'free some space, or point MENDGRAPH_HOME at another disk',
        cause: thrown,
      });
    if (/malformed|not a database|SQLITE_CORRUPT|SQLITE_NOTADB/i.test(message))
      throw new MendError('CACHE_CORRUPT', `${file} is damaged: ${message}`, {
        hint: 'move the file away; past runs are lost, everything else is made anew',
        cause: thrown,
      });
    if (/unable to open|readonly|SQLITE_CANTOPEN|SQLITE_READONLY/i.test(message))
      throw new MendError('UNREADABLE', `${file} can't be written: ${message}`, {
        hint: 'check the permissions, or point MENDGRAPH_HOME at another folder',
        cause: thrown,
      });
    throw toMendError(thrown);
  }
}
