import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const lockModule = resolve('scripts/lib/lock.mjs');

/** A process that takes the lock, notes that it has it, works a moment and notes that it is done. */
const worker = (folder: string) => `
  import { appendFileSync } from 'node:fs';
  import { setTimeout as sleep } from 'node:timers/promises';
  import { withLock } from ${JSON.stringify(lockModule)};
  await withLock(${JSON.stringify(join(folder, 'lock'))}, async () => {
    appendFileSync(${JSON.stringify(join(folder, 'notes'))}, 'in ');
    await sleep(100);
    appendFileSync(${JSON.stringify(join(folder, 'notes'))}, 'out ');
  });`;

describe('the lock of the set-up', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lock-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const run = async () => {
    const child = spawn(process.execPath, ['--input-type=module', '-e', worker(folder)]);
    const [code] = await once(child, 'exit');
    return code;
  };

  it('lets one process in at a time', async () => {
    expect(await Promise.all([run(), run(), run(), run()])).toEqual([0, 0, 0, 0]);
    expect(await readFile(join(folder, 'notes'), 'utf8')).toBe('in out '.repeat(4));
  });

  it('is taken over from a process that is gone', async () => {
    const gone = spawn(process.execPath, ['-e', '']);
    await once(gone, 'exit');
    await writeFile(join(folder, 'lock'), String(gone.pid));
    expect(await Promise.all([run(), run(), run()])).toEqual([0, 0, 0]);
    expect(await readFile(join(folder, 'notes'), 'utf8')).toBe('in out '.repeat(3));
  });
});
