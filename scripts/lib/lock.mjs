import {
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { say } from './report.mjs';

const heartbeatMs = 2_000;
const staleMs = 30_000;

function alive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

function take(path) {
  const mine = `${path}.${process.pid}`;
  writeFileSync(mine, String(process.pid));
  try {
    linkSync(mine, path);
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    return false;
  } finally {
    rmSync(mine, { force: true });
  }
}

/** The pid in the lock file if its owner is gone, or silent for half a minute; otherwise `undefined`. */
function deadOwner(path) {
  try {
    const owner = readFileSync(path, 'utf8');
    const silent = Date.now() - statSync(path).mtimeMs > staleMs;
    return silent || !alive(Number(owner)) ? owner : undefined;
  } catch {
    return undefined;
  }
}

/** Moves a dead owner's lock away; puts it back if someone alive had taken it in between. */
function breakLock(path, owner) {
  const aside = `${path}.broken.${process.pid}`;
  try {
    renameSync(path, aside);
    if (readFileSync(aside, 'utf8') !== owner) linkSync(aside, path);
  } catch {
    // Another waiter was quicker.
  }
  rmSync(aside, { force: true });
}

/** Runs `work` while no other process on this machine does so under the same lock file. */
export async function withLock(path, work) {
  mkdirSync(dirname(path), { recursive: true });
  for (let tries = 0; !take(path); tries += 1) {
    if (tries === 0) say('another setup is running in this checkout; waiting for it');
    const owner = deadOwner(path);
    if (owner !== undefined) breakLock(path, owner);
    await sleep(200);
  }
  const heartbeat = setInterval(() => utimesSync(path, new Date(), new Date()), heartbeatMs);
  try {
    return await work();
  } finally {
    clearInterval(heartbeat);
    rmSync(path, { force: true });
  }
}
