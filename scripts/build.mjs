import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureBuild } from './lib/build.mjs';
import { withLock } from './lib/lock.mjs';
import { runScript } from './lib/report.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
await runScript(() => withLock(join(root, '.mendgraph', 'setup.lock'), () => ensureBuild(root)));
