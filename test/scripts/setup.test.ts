import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const script = resolve('scripts/setup.mjs');

interface Ended {
  readonly code: number;
  readonly stderr: string;
}

/** Runs the set-up, with a PATH that holds nothing but the given programs if there is one. */
const setup = (path?: string) =>
  new Promise<Ended>((done) => {
    execFile(
      process.execPath,
      [script],
      path ? { env: { PATH: path, HOME: tmpdir() } } : {},
      (error, _stdout, stderr) => done({ code: error ? Number(error.code) : 0, stderr }),
    );
  });

async function fakeProgram(folder: string, name: string, script: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, name), `#!/bin/sh\n${script}\n`);
  await chmod(join(folder, name), 0o755);
}

describe('the set-up on a machine that lacks something', () => {
  let home: string;
  beforeAll(async () => {
    home = await mkdtemp(join(tmpdir(), 'setup-'));
  });
  afterAll(() => rm(home, { recursive: true, force: true }));

  it('says so when there is no Python', async () => {
    await fakeProgram(join(home, 'no-python'), 'git', 'exit 0');
    const { code, stderr } = await setup(join(home, 'no-python'));
    expect(code).toBe(1);
    expect(stderr).toMatch(/Python 3\.8 or later is not on the PATH\n {2}install it/);
  });

  it('says which Python is too old', async () => {
    await fakeProgram(join(home, 'old'), 'git', 'exit 0');
    await fakeProgram(join(home, 'old'), 'python3', 'echo 3.6; exit 1');
    const { code, stderr } = await setup(join(home, 'old'));
    expect(code).toBe(1);
    expect(stderr).toContain('(python3 is 3.6)');
  });

  it('says so when there is no git', async () => {
    await fakeProgram(join(home, 'no-git'), 'python3', 'echo 3.11; exit 0');
    const { code, stderr } = await setup(join(home, 'no-git'));
    expect(code).toBe(1);
    expect(stderr).toContain('git is not on the PATH');
  });
});

it('the set-up is done in a moment when nothing has changed, and says nothing', async () => {
  await setup();
  const start = performance.now();
  expect(await setup()).toEqual({ code: 0, stderr: '' });
  expect(performance.now() - start).toBeLessThan(5_000);
});
