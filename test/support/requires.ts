import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { env } from 'node:process';
import { neo4jLibrary } from './neo4j/server.ts';

/**
 * The one rule for tests that need a program: without it they are skipped on a developer's machine, and fail
 * where CI is set, so that nothing goes untested there unseen. Gives whether to skip.
 */
function skipWithout(present: boolean, what: string): boolean {
  const { CI } = env;
  if (!present && CI) throw new Error(`CI must have ${what}`);
  return !present;
}

function runs(program: string, ...args: readonly string[]): boolean {
  try {
    execFileSync(program, args, { stdio: 'ignore', timeout: 10_000 });
    return true;
  } catch {
    return false;
  }
}

/** For `describe.skipIf`: bubblewrap is missing or may not make namespaces here. */
export const lacksBubblewrap = (): boolean =>
  skipWithout(
    runs('bwrap', '--unshare-all', '--ro-bind', '/', '/', '--proc', '/proc', 'true'),
    'bubblewrap that can start',
  );

/** For `describe.skipIf`: Java, or the jars of Neo4j, are missing. */
export const lacksNeo4j = (): boolean =>
  skipWithout(existsSync(neo4jLibrary) && runs('javac', '-version'), 'a JDK and the jars of Neo4j');

/** The Python with pytest that `scripts/setup.mjs --test` makes. */
export const testPython: string = join(import.meta.dirname, '..', '..', '.venv-test', 'bin', 'python');

/** For `describe.skipIf`: the Python with pytest is missing. */
export const lacksPytest = (): boolean =>
  skipWithout(existsSync(testPython) && runs(testPython, '-c', 'import pytest'), '.venv-test with pytest');
