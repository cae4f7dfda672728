import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';

const example = 'examples/timetable';

const document = z.object({
  outcome: z.string(),
  patch: z.string().nullable(),
  candidates: z.array(z.object({ patch: z.string(), verdict: z.string() })),
});
const runList = z.object({ runs: z.array(z.object({ runId: z.string(), state: z.string() })) });

/** Command lines of live processes that name `folder`. */
async function processesOf(folder: string): Promise<string[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const lines = await Promise.all(
    pids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')),
  );
  return lines.filter((line) => line.includes(folder)).map((line) => line.replaceAll('\0', ' '));
}

describe('a run that is killed', () => {
  let home: string;
  let whole: z.infer<typeof document>;
  let wholeMs: number;

  const environment = (name: string) => [
    `MENDGRAPH_HOME=${join(home, name)}`,
    `TMPDIR=${home}`,
    process.execPath,
  ];
  const repair = [
    'repair',
    '--repo',
    example,
    '--issue',
    `${example}/issue.md`,
    '--sandbox',
    'process',
    '--json',
  ];
  const run = (name: string, ...args: string[]) =>
    new Promise<string>((done, fail) => {
      const all = [...environment(name), 'bin/mendgraph.mjs', ...args];
      execFile('env', all, { maxBuffer: 2 ** 26 }, (error, stdout) =>
        error && stdout === '' ? fail(error) : done(stdout),
      );
    });

  beforeAll(async () => {
    home = await realpath(await mkdtemp(join(tmpdir(), 'kill-')));
    const start = performance.now();
    whole = document.parse(JSON.parse(await run('whole', ...repair)));
    wholeMs = performance.now() - start;
  }, 170_000);
  afterAll(() => rm(home, { recursive: true, force: true }));

  it('was validated when nobody killed it', () => {
    expect(whole.outcome).toBe('validated');
  });

  it.each([0.2, 0.45, 0.6, 0.8])(
    'at %f of its time goes on where it was, comes to the same result, and left no process',
    async (part) => {
      const name = `killed-${part}`;
      const child = spawn('env', [...environment(name), 'bin/mendgraph.mjs', ...repair], { stdio: 'ignore' });
      const exit = once(child, 'exit');
      await sleep(wholeMs * part);
      child.kill('SIGKILL');
      await exit;
      await sleep(1_000);
      expect(await processesOf(join(home, name))).toEqual([]);
      const { runs } = runList.parse(JSON.parse(await run(name, 'runs', 'list', '--json')));
      // Killed before the run was recorded there is nothing to go on with: it is started again.
      const [first] = runs;
      const again = first && first.state !== 'finished' ? ['runs', 'resume', first.runId, '--json'] : repair;
      expect(document.parse(JSON.parse(await run(name, ...again)))).toEqual(whole);
    },
    170_000,
  );
});
