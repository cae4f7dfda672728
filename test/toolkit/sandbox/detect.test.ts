import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { env } from 'node:process';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { chooseSandbox } from '../../../toolkit/sandbox/detect.ts';

describe('chooseSandbox', () => {
  const { PATH } = env;
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'mendgraph-detect-'));
  });
  afterEach(() => {
    Object.assign(env, { PATH });
    rmSync(folder, { recursive: true, force: true });
  });

  it('takes the process sandbox only when it is asked for by name', async () => {
    expect((await chooseSandbox({ wanted: 'process' })).kind).toBe('process');
  });

  it('says how to go on where bubblewrap is not installed', async () => {
    Object.assign(env, { PATH: folder });
    await expect(chooseSandbox()).rejects.toMatchObject({
      code: 'SANDBOX_UNAVAILABLE',
      message: expect.stringContaining('not installed'),
      hint: expect.stringMatching(/apt-get install bubblewrap.*--sandbox process/),
    });
  });

  it('says what bubblewrap said where it may not make namespaces', async () => {
    writeFileSync(
      join(folder, 'bwrap'),
      '#!/bin/sh\necho "bwrap: No permissions to create new namespace" >&2; exit 1\n',
    );
    chmodSync(join(folder, 'bwrap'), 0o755);
    Object.assign(env, { PATH: folder });
    await expect(chooseSandbox()).rejects.toMatchObject({
      code: 'SANDBOX_UNAVAILABLE',
      message: expect.stringContaining('No permissions to create new namespace'),
      hint: expect.stringMatching(/namespaces.*--sandbox process/),
    });
  });
});
