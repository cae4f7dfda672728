import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const watchdog = join(import.meta.dirname, '../../../services/cli/watchdog.ts');

/** Runs a program that has the watchdog, from sources, and tells how and when it ended. */
async function ends(body: string) {
  const program = `import { startWatchdog } from ${JSON.stringify(watchdog)};\n${body}`;
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', program]);
  let stdout = '';
  let startedAt = performance.now();
  child.stdout.on('data', (chunk) => {
    if (stdout === '') startedAt = performance.now();
    stdout += chunk;
  });
  const [code, signal] = await once(child, 'close');
  return { code, signal, stdout, seconds: (performance.now() - startedAt) / 1_000 };
}

const hold = 'setInterval(() => undefined, 1_000); console.log("on");';

describe('the watchdog', () => {
  it('tells what there is and ends the process when its time and a little more are over', async () => {
    const end = 'async () => { console.log("told"); return 3; }';
    const { code, stdout, seconds } = await ends(`startWatchdog({ leftMs: -2_500, end: ${end} }); ${hold}`);
    expect({ code, stdout }).toEqual({ code: 3, stdout: 'on\ntold\n' });
    expect(seconds).toBeLessThan(2.5);
  });

  it('ends the process though telling does not come to an end', async () => {
    const end = '() => new Promise(() => undefined)';
    const { code } = await ends(`startWatchdog({ leftMs: -3_000, end: ${end} }); ${hold}`);
    expect(code).toBe(1);
  });

  it('kills a process whose main thread is caught', async () => {
    const start = 'startWatchdog({ leftMs: -3_000, end: async () => 0 });';
    const threadStarts = 'await new Promise((done) => setTimeout(done, 300));';
    const caught = 'console.log("on"); for (;;);';
    expect(await ends(`${start} ${threadStarts} ${caught}`)).toMatchObject({ signal: 'SIGKILL' });
  });

  it('does nothing once it is called off, and holds no process', async () => {
    const { code, seconds } = await ends(
      'console.log("on"); startWatchdog({ leftMs: 60_000, end: async () => 9 })();',
    );
    expect(code).toBe(0);
    expect(seconds).toBeLessThan(5);
  });
});
