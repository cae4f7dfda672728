import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { env } from 'node:process';
import { SetupError, say } from './report.mjs';
import { run, sha256 } from './run.mjs';

const advice = 'install them, for example: apt-get install openjdk-17-jdk-headless maven';

async function works(program, ...args) {
  const { code } = await run(program, args).catch(() => ({ code: 1 }));
  return code === 0;
}

/**
 * Fetches the jars of the real Neo4j for the tests, from Maven's repository. Without a JDK and Maven that cannot be
 * done: in CI that is an error, elsewhere the tests that need it are skipped, and this says so.
 */
export async function ensureNeo4j(root) {
  const pom = join(root, 'test', 'support', 'neo4j', 'pom.xml');
  const folder = join(root, '.mendgraph', 'neo4j');
  const marker = join(folder, '.fetched');
  const wanted = sha256(readFileSync(pom), 'neo4j');
  if (existsSync(marker) && readFileSync(marker, 'utf8') === wanted) return;
  if (!(await works('javac', '-version')) || !(await works('mvn', '-version'))) {
    if (env.CI)
      throw new SetupError(
        'a JDK (17 or later) and Maven are missing, which the tests of the Neo4j store need',
        advice,
      );
    say(`a JDK (17 or later) and Maven are missing: the tests of the Neo4j store are skipped; ${advice}`);
    return;
  }
  say('fetching Neo4j for the tests (about a minute, once)');
  rmSync(folder, { recursive: true, force: true });
  const { code, output } = await run('mvn', [
    '--batch-mode',
    '--quiet',
    '--file',
    pom,
    'dependency:copy-dependencies',
    '-DincludeScope=runtime',
    `-DoutputDirectory=${join(folder, 'lib')}`,
  ]);
  if (code !== 0) throw new SetupError(`Maven failed:\n${output}`, 'check the network and try again');
  writeFileSync(marker, wanted);
}
