#!/usr/bin/env node
// Plain JavaScript that old Nodes can read too, so that they get a message and not a syntax error.
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

function stop(message, hint) {
  process.stderr.write(`mendgraph: ${message}\n  ${hint}\n`);
  process.exit(1);
}

const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 20))
  stop(`needs Node 20.20 or later, this is ${process.versions.node}`, 'install a newer Node and try again');

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const main = join(root, 'dist', 'services', 'cli', 'main.js');
if (!existsSync(main)) stop('is not built yet', `run: node ${join(root, 'scripts', 'setup.mjs')}`);

const { runMain } = await import(pathToFileURL(main).href);
await runMain();
