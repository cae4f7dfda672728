import { existsSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { invoke } from '../../../toolkit/invoke.ts';
import { registry, shellTool } from '../../../toolkit/registry.ts';
import { chooseSandbox } from '../../../toolkit/sandbox/detect.ts';
import type { Sandbox } from '../../../toolkit/sandbox/port.ts';
import { tokensOf } from '../../../toolkit/tokens.ts';
import { type ShellBench, shellBench } from '../../builders/shell-context.ts';
import { toolContext } from '../../builders/tool-context.ts';
import { processesMarked } from '../../contracts/sandbox.ts';
import { lacksBubblewrap } from '../../support/requires.ts';

const sources = { 'shop/cart.py': 'def total():\n    return 1\n', 'README.md': 'A shop.\n' };

it('is no part of the read-only tools', () => {
  expect(registry).toHaveLength(13);
  expect(registry).not.toContain(shellTool);
});

it('says so where commands may not be run', async () => {
  const asked = invoke([shellTool], shellTool.name, { command: 'ls' }, await toolContext(sources));
  await expect(asked).rejects.toMatchObject({
    code: 'TOOL_UNKNOWN',
    hint: expect.stringContaining('--shell'),
  });
});

describe.skipIf(lacksBubblewrap())('execute_shell_command_with_validation', () => {
  let sandbox: Sandbox;
  let bench: ShellBench;
  let count = 0;
  const more: (() => void)[] = [];
  beforeAll(async () => {
    sandbox = await chooseSandbox();
    bench = await shellBench(sandbox, sources, { limits: { wallMs: 10_000 } });
  });
  afterAll(() => bench.close());
  let before: Readonly<Record<string, string>>;
  beforeEach(() => {
    before = bench.files();
  });
  afterEach(() => {
    for (const undo of more.splice(0)) undo();
    expect(bench.files()).toEqual(before);
  });

  const limited = async (options: Parameters<typeof shellBench>[2]): Promise<ShellBench> => {
    const one = await shellBench(sandbox, sources, options);
    more.push(() => {
      expect(one.files()).toEqual(sources);
      one.close();
    });
    return one;
  };
  const run = async (command: string, on = bench) => (await on.use({ command })).output;
  const uniqueSeconds = () => `${400 + process.pid / 1e7 + ++count / 1e9}`;
  const survivors = async (mark: string) => {
    await sleep(50);
    return processesMarked(mark);
  };

  it('gives what the command printed, how it ended, and where it ran', async () => {
    const { output, text } = await bench.use({ command: 'cat README.md; pwd; echo bad >&2; exit 3' });
    expect(output).toMatchObject({
      ran: true,
      end: 'exited',
      exit_code: 3,
      stdout: 'A shop.\n.\n',
      stderr: 'bad\n',
      dropped_bytes: 0,
      sandbox: { kind: 'bubblewrap', because: expect.stringContaining('no network') },
    });
    expect(text).toMatch(
      /^The command ended with exit code 3 after \d\.\d\d s, in the bubblewrap sandbox \(/,
    );
    expect(text).toMatch(/\nstdout:\nA shop\.\n\.\nstderr:\nbad$/);
    expect((await bench.use({ command: 'true' })).text).toContain('It printed nothing.');
  });

  it('runs in a folder of the repository, and in no other', async () => {
    const inFolder = (working_directory: string) => bench.use({ command: 'ls', working_directory });
    expect((await inFolder('shop')).output).toMatchObject({ stdout: 'cart.py\n' });
    for (const missing of ['shops', 'README.md'])
      expect((await inFolder(missing)).output).toMatchObject({ ran: false, rule: 'folder' });
    for (const outside of ['..', '/etc', 'shop/../..', '/proc/self/root'])
      await expect(inFolder(outside)).rejects.toMatchObject({ code: 'PATH_OUTSIDE' });
  });

  it('names the rule that a command breaks, and what to do instead', async () => {
    const { output, text } = await bench.use({ command: 'sudo rm -rf /' });
    expect(output).toMatchObject({ ran: false, rule: 'privileges' });
    expect(text).toMatch(/^Not run \(rule "privileges"\): .*\nInstead: leave it out/);
  });

  it('forgets what a command did, and sees what was edited since', async () => {
    await run('echo x > made; rm README.md; mkdir deep; chmod 000 shop');
    expect(await run('ls')).toMatchObject({ stdout: 'README.md\nshop\n' });
    writeFileSync(join(bench.root, 'new.py'), 'x = 1\n');
    more.push(() => rmSync(join(bench.root, 'new.py')));
    expect(await run('cat new.py')).toMatchObject({ stdout: 'x = 1\n' });
    expect(readdirSync(bench.dir)).toHaveLength(1);
  });

  it('runs commands that come at once one after the other, each on a clean copy', async () => {
    const outputs = await Promise.all(
      [1, 2, 3].map((code) => run(`ls | wc -l; echo > made-${code}; exit ${code}`)),
    );
    for (const [index, output] of outputs.entries())
      expect(output).toMatchObject({ exit_code: index + 1, stdout: '2\n' });
  });

  it('keeps the end of much output, and its text short', async () => {
    const { output, text } = await bench.use({ command: 'seq 100000; echo failed >&2' });
    expect(output).toMatchObject({ exit_code: 0, dropped_bytes: expect.any(Number) });
    expect(text).toContain('\n1\n2\n3\n');
    expect(text).toContain('\n99999\n100000\nstderr:\nfailed');
    expect(text).toContain('lines left out');
    expect(tokensOf(text)).toBeLessThan(2000);
    expect(tokensOf((await bench.use({ command: 'seq 100000' }, 200)).text)).toBeLessThan(200);
  });

  it('prints nothing that a terminal would obey', async () => {
    const { text } = await bench.use({
      command: "printf '\\033[31mred\\033[0m\\007\\033]0;title\\a \\377\\n'",
    });
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
    expect(text).not.toMatch(/[\x00-\x08\x0b-\x1f\x7f]/);
    expect(text).toContain('red');
  });

  describe('contains', () => {
    it('ten gigabytes of output', async () => {
      const output = await run('yes | head -c 10000000000');
      expect(output).toMatchObject({ ran: true, dropped_bytes: expect.any(Number) });
      expect(['output-limit', 'exited']).toContain((output as { end: string }).end);
      expect(await run('yes')).toMatchObject({ end: 'output-limit' });
    });

    it('a fork bomb', async () => {
      const one = await limited({ limits: { wallMs: 1_500, processes: 40 } });
      const seconds = uniqueSeconds();
      const output = await run(`: ${seconds}; b() { b | b & }; b; sleep ${seconds}`, one);
      expect(output).toMatchObject({ ran: true });
      expect(await survivors(seconds)).toEqual([]);
    });

    it('a command that ignores SIGTERM', async () => {
      const one = await limited({ limits: { wallMs: 500 } });
      const seconds = uniqueSeconds();
      const output = await run(`trap '' TERM INT HUP; echo ready; sleep ${seconds}; sleep ${seconds}`, one);
      expect(output).toMatchObject({ end: 'timeout', exit_code: null, stdout: 'ready\n' });
      expect(await survivors(seconds)).toEqual([]);
    });

    it('a daemon', async () => {
      const seconds = uniqueSeconds();
      const script = `import os, time
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        time.sleep(${seconds})`;
      const output = await run(`python3 -c '${script}'; (trap "" HUP; sleep ${seconds} &); echo done`);
      expect(output).toMatchObject({ end: 'exited', exit_code: 0, stdout: 'done\n' });
      expect(await survivors(seconds)).toEqual([]);
    });

    it('a question', async () => {
      const output = await run("read answer || echo no answer; python3 -c 'input()' 2>&1 | tail -1");
      expect(output).toMatchObject({ stdout: 'no answer\nEOFError: EOF when reading a line\n' });
    });

    it('a look at what is not the repository', async () => {
      const secret = join(bench.root, '..', 'secret');
      writeFileSync(secret, 'the secret');
      const paths = [secret, '../secret', `/proc/self/root${secret}`, '/etc/shadow', '/proc/1/environ'];
      const folders = [bench.root, homedir(), '/root', '/proc/self/cwd/..'];
      const output = await run(
        `for path in ${paths.join(' ')}; do cat $path; done; for folder in ${folders.join(' ')}; do ls -A $folder; done`,
      );
      expect(output).toMatchObject({ stderr: expect.stringContaining('/etc/shadow: No such file') });
      expect((output as { stdout: string }).stdout).toMatch(/^(checkout-\S+\n)?$/);
    });

    it('a write outside', async () => {
      const output = await run(
        `for path in ${bench.root} ${homedir()} .. /proc/self/root/usr /etc /usr/bin /; do echo x > $path/mendgraph-wrote && echo $path; done 2>/dev/null; ln -s ${bench.root}/README.md link; echo x > link`,
      );
      expect(output).toMatchObject({ stdout: '' });
      expect(existsSync(join(bench.dir, 'mendgraph-wrote'))).toBe(false);
    });

    it('a link out of the repository', async () => {
      const link = join(bench.root, 'out');
      symlinkSync(homedir(), link);
      try {
        expect((await bench.use({ command: 'ls', working_directory: 'out' })).output).toMatchObject({
          ran: false,
          rule: 'folder',
        });
      } finally {
        rmSync(link);
      }
    });

    it('a way to the network', async () => {
      const server = createServer((socket) => socket.end('reached'));
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      const address = server.address();
      const port = typeof address === 'object' ? address?.port : 0;
      more.push(() => server.close());
      const script = `import socket
for host in ("127.0.0.1", "192.0.2.1"):
    try: print(socket.create_connection((host, ${port}), timeout=2).recv(9))
    except OSError: print("refused")`;
      expect(await run(`python3 -c '${script}'`)).toMatchObject({ stdout: 'refused\nrefused\n' });
    });

    it('many files that fill the disk', async () => {
      const one = await limited({ disk: { bytes: 64 * 2 ** 20, files: 1e9 } });
      const output = await run(
        'n=0; while true; do n=$((n+1)); head -c 8000000 /dev/zero > fill-$n; sleep 0.02; done',
        one,
      );
      expect(output).toMatchObject({ end: 'disk-limit', exit_code: null });
      expect(await run('ls', one)).toMatchObject({ stdout: 'README.md\nshop\n' });
    });

    it('one file that fills the disk', async () => {
      const one = await limited({ limits: { fileBytes: 2 ** 20 } });
      const output = await run('head -c 100000000 /dev/zero > big; wc -c < big', one);
      expect(output).toMatchObject({ stdout: `${2 ** 20}\n` });
    });

    it('the deletion of everything', async () => {
      await run('rm -rf * .[a-z]* "$PWD" / 2>/dev/null; cd ..; rm -rf *');
      expect(await run('cat README.md')).toMatchObject({ stdout: 'A shop.\n' });
    });
  });
});
