import { chmodSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chooseSandbox } from '../../../toolkit/sandbox/detect.ts';
import { defaultLimits } from '../../../toolkit/sandbox/port.ts';
import { isolationContract } from '../../contracts/isolation.ts';
import { sandboxContract } from '../../contracts/sandbox.ts';
import { nodeProgram, outputOf, startNodeProgram } from '../../support/node-program.ts';
import { lacksBubblewrap } from '../../support/requires.ts';

describe.skipIf(lacksBubblewrap())('bubblewrap', () => {
  sandboxContract('bubblewrap', () => chooseSandbox());
  isolationContract('bubblewrap', () => chooseSandbox());

  let base: string;
  let folder: string;
  beforeAll(() => {
    base = realpathSync(mkdtempSync(join(tmpdir(), 'mendgraph-bubblewrap-')));
    folder = join(base, 'checkout');
    mkdirSync(folder);
  });
  afterAll(() => rmSync(base, { recursive: true, force: true }));

  const run = async (...argv: readonly [string, ...string[]]) =>
    (await chooseSandbox()).run({ argv, cwd: folder, writable: [folder], limits: defaultLimits });

  it('gives the command a user name', async () => {
    const script = 'import getpass; print(getpass.getuser())';
    expect((await run('python3', '-I', '-c', script)).stdout).toBe('sandbox\n');
  });

  it('starts within a tenth of a second', async () => {
    const times: number[] = [];
    for (let turn = 0; turn < 9; turn += 1) times.push((await run('true')).wallMs);
    times.sort((a, b) => a - b);
    expect(times[2]).toBeLessThan(100);
  });

  const readableByAll = (): boolean => {
    for (let path = import.meta.dirname; path !== '/'; path = join(path, '..'))
      if ((statSync(path).mode & 0o005) !== 0o005) return false;
    return true;
  };

  it.skipIf(process.getuid?.() !== 0 || !readableByAll())('holds for an ordinary user too', async () => {
    chmodSync(base, 0o755);
    chmodSync(folder, 0o777);
    const script = `id -u; grep CapEff /proc/self/status | cut -f2; ls -A ${base}; echo made > made; python3 -c 'import os, time
n = 0
try:
    while os.fork(): n += 1
    time.sleep(5)
except OSError: print("bound", n < 60)'; setsid sleep 471`;
    const words = nodeProgram('run-in-sandbox.ts', 'bubblewrap', folder, '4000', 'sh', '-c', script);
    const nobody = ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups'];
    const result = JSON.parse(await outputOf(startNodeProgram(words, nobody)));
    expect(result.end).toBe('timeout');
    expect(result.stdout).toBe('1000\n0000000000000000\ncheckout\nbound True\n');
    expect(readFileSync(join(folder, 'made'), 'utf8')).toBe('made\n');
  });
});
