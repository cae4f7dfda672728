import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readlink, realpath, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const example = 'examples/timetable';

/** Processes whose working folder is below `folder`. */
async function processesBelow(folder: string): Promise<string[]> {
  const found = await Promise.all(
    (await readdir('/proc'))
      .filter((name) => /^\d+$/.test(name))
      .map(async (pid) => {
        const cwd = await readlink(`/proc/${pid}/cwd`).catch(() => '');
        return cwd.startsWith(folder) ? [`${pid} in ${cwd}`] : [];
      }),
  );
  return found.flat();
}

/** The program as users start it: `bin/mendgraph.mjs` over `dist/`, which `npm test` has built. */
describe('the program', () => {
  let home: string;
  beforeAll(async () => {
    home = await realpath(await mkdtemp(join(tmpdir(), 'program-')));
  });
  afterAll(() => rm(home, { recursive: true, force: true }));

  const environment = () => [`MENDGRAPH_HOME=${home}/home`, `TMPDIR=${home}`, process.execPath];
  const start = (...args: string[]): ChildProcess =>
    spawn('env', [...environment(), 'bin/mendgraph.mjs', ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  const shell = (script: string) =>
    new Promise<{ code: number; stdout: string; stderr: string }>((done) => {
      const prelude = `set -o pipefail; mendgraph() { env ${environment().join(' ')} bin/mendgraph.mjs "$@"; }`;
      execFile('bash', ['-c', `${prelude}; ${script}`], { timeout: 170_000 }, (error, stdout, stderr) =>
        done({ code: error ? Number(error.code ?? 1) : 0, stdout, stderr }),
      );
    });

  it('goes on quietly when the reader of its output leaves', async () => {
    const { code, stdout, stderr } = await shell(`mendgraph graph export ${example} | head -1`);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(JSON.parse(stdout)).toMatchObject({ type: 'entity' });
  }, 60_000);

  it('exports the same graph from the cache as from the files', async () => {
    const cached = await shell(`mendgraph graph export ${example} | sha256sum`);
    await rm(join(home, 'home'), { recursive: true });
    expect((await shell(`mendgraph graph export ${example} | sha256sum`)).stdout).toBe(cached.stdout);
  }, 60_000);

  it('paints nothing into a pipe', async () => {
    const { stdout } = await shell(`mendgraph locate --repo ${example} --issue ${example}/issue.md`);
    expect(stdout).toContain('timetable.stations.Station.can_catch');
    expect(stdout).not.toContain('\u001b');
  }, 60_000);

  it('repairs in the demo what is broken, proves it and leaves nothing behind', async () => {
    const { code, stdout } = await shell('mendgraph demo');
    expect(code).toBe(0);
    expect(stdout).toContain('+++ b/timetable/stations.py');
    expect(stdout).toMatch(/\+ {8}return spare >= self\.time_to_change/);
    expect(stdout).toContain('test_change_with_just_enough_time');
    expect((await readdir(home)).filter((name) => name.startsWith('mendgraph-'))).toEqual([]);
  }, 180_000);

  it('goes on with a run that was killed, to the same result', async () => {
    const demo = start('demo');
    await once(demo.stdout ?? demo, 'data');
    await sleep(1_500);
    demo.kill('SIGKILL');
    await once(demo, 'close');
    const listed = await shell('mendgraph runs list --json');
    const [{ runId, state }] = JSON.parse(listed.stdout).runs;
    expect(state).toBe('running');
    const { code, stdout } = await shell(`mendgraph runs resume ${runId} --json`);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ runId, outcome: 'validated' });
    expect(JSON.parse(stdout).patch).toContain('+        return spare >= self.time_to_change');
    expect(await processesBelow(home)).toEqual([]);
  }, 180_000);

  it('ends in order when it is interrupted, and says how to go on', async () => {
    const demo = start('demo');
    let stderr = '';
    demo.stderr?.on('data', (chunk) => {
      stderr += chunk;
    });
    await once(demo.stdout ?? demo, 'data');
    await sleep(1_000);
    demo.kill('SIGINT');
    const [code] = await once(demo, 'close');
    expect(code).toBe(130);
    expect(stderr).toMatch(/was interrupted\n {2}hint: go on with: mendgraph runs resume \S+\n$/);
    expect(await processesBelow(home)).toEqual([]);
  }, 60_000);

  it('serves until it is told to end', async () => {
    const server = start('serve', '--port', '0', '--allow-root', 'examples');
    const [line] = await once(server.stderr ?? server, 'data');
    const url = /listening on (\S+),/.exec(String(line))?.[1];
    expect((await fetch(`${url}/health`)).status).toBe(200);
    server.kill('SIGTERM');
    expect(await once(server, 'close')).toEqual([0, null]);
    await expect(fetch(`${url}/health`)).rejects.toThrow();
  }, 30_000);

  it('says so when the port is taken', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const address = other.address();
    const port = typeof address === 'object' ? address?.port : 0;
    const { code, stderr } = await shell(`mendgraph serve --port ${port} --allow-root examples`);
    other.close();
    expect(code).toBe(2);
    expect(stderr).toContain('hint: another program listens there; choose another one with --port');
  }, 30_000);
});
