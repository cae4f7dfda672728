// Brings a bare checkout to a state in which `npx mendgraph` (and, with --test, the tests) can run.
// Needs Node alone; does nothing that is done already.
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureBuild } from './lib/build.mjs';
import { ensureDependencies } from './lib/dependencies.mjs';
import { withLock } from './lib/lock.mjs';
import { ensureNeo4j } from './lib/neo4j-server.mjs';
import { checkPrerequisites } from './lib/prerequisites.mjs';
import { ensurePythonTools } from './lib/python-tools.mjs';
import { runScript } from './lib/report.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

await runScript(async () => {
  const python = await checkPrerequisites();
  await withLock(join(root, '.mendgraph', 'setup.lock'), async () => {
    await ensureDependencies(root);
    await ensureBuild(root);
    if (!process.argv.includes('--test')) return;
    await ensurePythonTools(root, python);
    await ensureNeo4j(root);
  });
});
