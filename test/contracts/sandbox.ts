import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  defaultLimits,
  type Sandbox,
  type SandboxChannel,
  type SandboxLimits,
} from '../../toolkit/sandbox/port.ts';
import { nodeProgram, startNodeProgram } from '../support/node-program.ts';

/** Pids whose command line holds `mark`, as this machine sees them. */
export function processesMarked(mark: string): readonly string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(mark);
      } catch {
        return false;
      }
    });
}

/** Whatever its isolation, a sandbox reports truly, bounds what it keeps, and leaves nothing running. */
export const sandboxContract = (adapter: string, open: () => Promise<Sandbox>): void => {
  describe(`${adapter}: sandbox contract`, () => {
    let sandbox: Sandbox;
    let folder: string;
    let count = 0;

    beforeEach(async () => {
      sandbox = await open();
      folder = realpathSync(mkdtempSync(join(tmpdir(), 'mendgraph-sandbox-')));
    });
    afterEach(() => rmSync(folder, { recursive: true, force: true }));

    const run = (
      argv: readonly [string, ...string[]],
      limits: Partial<SandboxLimits> = {},
      more: { readonly signal?: AbortSignal; readonly env?: Readonly<Record<string, string>> } = {},
    ) =>
      sandbox.run({
        argv,
        cwd: folder,
        writable: [folder],
        limits: { ...defaultLimits, wallMs: 10_000, ...limits },
        ...more,
      });
    const shell = (script: string, limits: Partial<SandboxLimits> = {}) => run(['sh', '-c', script], limits);
    const python = (script: string, limits: Partial<SandboxLimits> = {}) =>
      run(['python3', '-I', '-c', script], limits);
    /** A duration no other process on the machine sleeps for, to find ours by. */
    const uniqueSeconds = () => `${300 + process.pid / 1e7 + ++count / 1e9}`;
    const survivors = async (mark: string) => {
      await sleep(50);
      return processesMarked(mark);
    };

    it('tells output, status and that the command ended by itself', async () => {
      const result = await shell('echo out; echo err >&2; exit 3');
      expect(result).toMatchObject({ end: 'exited', exitCode: 3, signal: null, droppedBytes: 0 });
      expect(result.stdout).toBe('out\n');
      expect(result.stderr).toBe('err\n');
    });

    it('tells the signal that ended it', async () => {
      expect(await shell('kill -SEGV $$')).toMatchObject({
        end: 'signalled',
        exitCode: null,
        signal: 'SIGSEGV',
      });
    });

    it('passes arguments as they are and the environment that it is given, no more', async () => {
      const odd = 'a b\n"c" $HOME \u{1F600}';
      const script =
        'import json, os, sys; print(json.dumps([sys.argv[1], os.environ["GIVEN"], list(os.environ)]))';
      const { stdout } = await run(['python3', '-I', '-c', script, odd], {}, { env: { GIVEN: 'x=y' } });
      const [argument, given, names] = JSON.parse(stdout);
      expect(argument).toBe(odd);
      expect(given).toBe('x=y');
      for (const name of ['SSH_AUTH_SOCK', 'NODE_OPTIONS', 'VITEST', 'USER'])
        expect(names).not.toContain(name);
    });

    it('runs in its folder and may change it', async () => {
      const { stdout } = await shell('pwd; echo made > made.txt');
      expect(stdout.trim()).toBe(folder);
      expect(existsSync(join(folder, 'made.txt'))).toBe(true);
    });

    it('gives a private home that is gone afterwards', async () => {
      const { stdout } = await shell('cd && echo secret > left && pwd');
      expect(existsSync(join(stdout.trim(), 'left'))).toBe(false);
      expect((await shell('ls -A ~')).stdout).toBe('');
    });

    it('a command that asks for input gets none', async () => {
      expect(await shell('cat; read answer || echo no answer')).toMatchObject({
        end: 'exited',
        stdout: 'no answer\n',
      });
    });

    it.each(['mendgraph-no-such-program', './missing.sh'])(
      'a program that is not there is an error: %s',
      async (program) => {
        await expect(run([program])).rejects.toMatchObject({
          code: 'TEST_COMMAND',
          hint: expect.any(String),
        });
      },
    );

    it('a file that is no program is an error', async () => {
      writeFileSync(join(folder, 'notes.txt'), 'no program');
      await expect(run(['./notes.txt'])).rejects.toMatchObject({ code: 'TEST_COMMAND' });
    });

    it('ends a command that ignores SIGTERM at the wall limit', async () => {
      const seconds = uniqueSeconds();
      const result = await shell(`trap '' TERM INT HUP; echo ready; sleep ${seconds}; sleep ${seconds}`, {
        wallMs: 500,
      });
      expect(result).toMatchObject({ end: 'timeout', exitCode: null, stdout: 'ready\n' });
      expect(result.wallMs).toBeLessThan(5_000);
      expect(await survivors(seconds)).toEqual([]);
    });

    it('leaves no daemon behind', async () => {
      const seconds = uniqueSeconds();
      const result = await shell(
        `(setsid sh -c 'trap "" TERM HUP; (sleep ${seconds} & sleep ${seconds}) & exec sleep ${seconds}' >/dev/null 2>&1 &); echo done`,
      );
      expect(result).toMatchObject({ end: 'exited', exitCode: 0, stdout: 'done\n' });
      expect(result.wallMs).toBeLessThan(5_000);
      expect(await survivors(seconds)).toEqual([]);
    });

    it('does not wait for a daemon that holds its output', async () => {
      const seconds = uniqueSeconds();
      const result = await shell(`setsid sleep ${seconds} & echo done`);
      expect(result).toMatchObject({ end: 'exited', stdout: 'done\n' });
      expect(await survivors(seconds)).toEqual([]);
    });

    it('stops when it is told to', async () => {
      const seconds = uniqueSeconds();
      const controller = new AbortController();
      const running = run(
        ['sh', '-c', `echo ready; touch started; setsid sleep ${seconds}`],
        {},
        { signal: controller.signal },
      );
      await vi.waitFor(() => expect(existsSync(join(folder, 'started'))).toBe(true), 8_000);
      controller.abort();
      const result = await running;
      expect(result).toMatchObject({ end: 'cancelled', stdout: 'ready\n' });
      expect(await survivors(seconds)).toEqual([]);
    });

    it('does not start when it was told to stop before', async () => {
      const result = await run(['sh', '-c', 'echo x > made.txt'], {}, { signal: AbortSignal.abort() });
      expect(result.end).toBe('cancelled');
      expect(existsSync(join(folder, 'made.txt'))).toBe(false);
    });

    it('keeps the head and the tail of much output and counts the rest', async () => {
      const result = await python('print("first"); print("x" * 5_000_000); print("last")', {
        outputBytes: 4_096,
      });
      expect(result.end).toBe('exited');
      expect(result.stdout.startsWith('first\n')).toBe(true);
      expect(result.stdout.endsWith('last\n')).toBe(true);
      expect(result.stdout.length).toBeLessThan(5_000);
      expect(result.droppedBytes).toBe(5_000_000 + 12 - 4_096);
    });

    it('ends a command that prints without end', async () => {
      const result = await shell('cat /dev/zero', { outputBytes: 4_096 });
      expect(result.end).toBe('output-limit');
      expect(result.stdout.length).toBeLessThan(5_000);
      expect(result.wallMs).toBeLessThan(8_000);
    });

    it('bounds the memory of a process', async () => {
      const result = await python('x = bytearray(2 << 30)', { memoryBytes: 512 * 2 ** 20 });
      expect(result).toMatchObject({ end: 'exited', exitCode: 1 });
      expect(result.stderr).toContain('MemoryError');
    });

    it('bounds the memory of all processes together', async () => {
      const hog = `
import os, time
for _ in range(6):
    if os.fork() == 0:
        held = bytearray(b"x") * (60 << 20)
        break
time.sleep(5)`;
      const result = await python(hog, { memoryBytes: 200 * 2 ** 20 });
      expect(result).toMatchObject({ end: 'signalled', signal: 'SIGKILL' });
      expect(result.stderr).toContain('200 MB of memory');
    });

    it('bounds the size of a file', async () => {
      const result = await python('open("big", "wb").truncate(10 << 20)', { fileBytes: 2 ** 20 });
      expect(result).toMatchObject({ end: 'exited', exitCode: 1 });
      expect(result.stderr).toContain('File too large');
    });

    it('bounds the number of processes', async () => {
      const seconds = uniqueSeconds();
      const bomb = `
import os, time
while True:
    try: os.fork()
    except OSError: time.sleep(0.05)  # ${seconds}`;
      const result = await python(bomb, { processes: 40, wallMs: 1_500 });
      expect(['timeout', 'signalled', 'exited']).toContain(result.end);
      expect(result.wallMs).toBeLessThan(8_000);
      expect(await survivors(seconds)).toEqual([]);
    });

    it('leaves nothing behind when mendgraph itself is killed', async () => {
      const seconds = uniqueSeconds();
      const script = `(setsid sleep ${seconds} &); touch started; exec sleep ${seconds}`;
      const child = startNodeProgram(
        nodeProgram('run-in-sandbox.ts', sandbox.kind, folder, '60000', 'sh', '-c', script),
      );
      await vi.waitFor(() => expect(existsSync(join(folder, 'started'))).toBe(true), 15_000);
      expect(processesMarked(seconds).length).toBeGreaterThan(0);
      child.kill('SIGKILL');
      await vi.waitFor(() => expect(processesMarked(seconds)).toEqual([]), 3_000);
    });

    it('opens a channel to a command that serves', async () => {
      const script = `import os
number = int(os.environ["MENDGRAPH_CHANNEL"])
while True:
    data = os.read(number, 100)
    if data == b"end": break
    open("made/log", "ab").write(data)
    os.write(number, data.upper())`;
      let opened: ((channel: SandboxChannel) => void) | undefined;
      const channel = new Promise<SandboxChannel>((resolve) => {
        opened = resolve;
      });
      const ended = sandbox.run({
        argv: ['python3', '-I', '-c', script],
        cwd: folder,
        writable: [folder],
        limits: { ...defaultLimits, wallMs: 10_000 },
        onChannel: (found) => opened?.(found),
      });
      const { stream, refresh } = await channel;
      for (const word of ['one', 'two']) {
        mkdirSync(join(folder, 'made'));
        await refresh();
        stream.write(word);
        const [data] = await once(stream, 'data');
        expect(String(data)).toBe(word.toUpperCase());
        expect(readFileSync(join(folder, 'made', 'log'), 'utf8')).toBe(word);
        rmSync(join(folder, 'made'), { recursive: true });
      }
      stream.write('end');
      expect(await ended).toMatchObject({ end: 'exited', exitCode: 0, stderr: '' });
    });

    it('refuses to work outside the folders it was given', async () => {
      await expect(
        sandbox.run({ argv: ['true'], cwd: tmpdir(), writable: [folder], limits: defaultLimits }),
      ).rejects.toMatchObject({ code: 'PATH_OUTSIDE' });
    });

    it('runs several at once, each with its own result', async () => {
      const results = await Promise.all([1, 2, 3, 4].map((code) => shell(`sleep 0.2; exit ${code}`)));
      expect(results.map(({ exitCode }) => exitCode)).toEqual([1, 2, 3, 4]);
    });
  });
};
