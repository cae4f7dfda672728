import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { env } from 'node:process';
import { SetupError, say } from './report.mjs';
import { run, sha256 } from './run.mjs';

const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'));

/** Whether what npm says is installed is what the lock file asks for (optional packages may be missing). */
function satisfied(root) {
  const installed = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(installed)) return false;
  const have = readJson(installed).packages;
  const want = readJson(join(root, 'package-lock.json')).packages;
  return Object.entries(want).every(
    ([path, entry]) => path === '' || (have[path] ? have[path].version === entry.version : entry.optional),
  );
}

/** Makes `npx mendgraph` find this checkout's own program. */
function linkOwnProgram(root) {
  const link = join(root, 'node_modules', '.bin', 'mendgraph');
  if (existsSync(link)) return;
  mkdirSync(join(root, 'node_modules', '.bin'), { recursive: true });
  symlinkSync(join('..', '..', 'bin', 'mendgraph.mjs'), link);
}

/** Installs the locked packages when they are missing or older than the lock file. */
export async function ensureDependencies(root) {
  const marker = join(root, 'node_modules', '.mendgraph-lock');
  const wanted = sha256(readFileSync(join(root, 'package-lock.json')));
  if (!existsSync(marker) || readFileSync(marker, 'utf8') !== wanted) {
    if (!satisfied(root)) await install(root);
    writeFileSync(marker, wanted);
  }
  linkOwnProgram(root);
}

async function install(root) {
  say('installing the locked npm packages');
  const npm = env.npm_execpath;
  const args = ['ci', '--include=dev', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline'];
  const viaNode = npm?.endsWith('.js') ?? false;
  const { code, output } = await run(viaNode ? process.execPath : 'npm', viaNode ? [npm, ...args] : args, {
    cwd: root,
  });
  if (code !== 0)
    throw new SetupError(
      `npm ci failed:\n${output}`,
      'check the network and the free disk space, then try again',
    );
}
