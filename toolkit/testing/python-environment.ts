import { homedir } from 'node:os';
import { join } from 'node:path';
import type { InterpreterFolders } from './interpreter.ts';

/**
 * Variables for every interpreter that runs the repository's code. No bytecode is written: it is known by the
 * second its source was changed in and its size, and a repair changes a line twice within one second. Hashes are
 * the same in each run, so that a candidate is compared with its base and not with chance.
 */
export function pythonEnvironment({ environment }: InterpreterFolders): Record<string, string> {
  return {
    PYTHONDONTWRITEBYTECODE: '1',
    PYTHONHASHSEED: '0',
    ...(environment ? { VIRTUAL_ENV: environment } : { PYTHONUSERBASE: join(homedir(), '.local') }),
  };
}
