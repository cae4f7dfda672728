import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { dockerArguments } from '../../../toolkit/sandbox/docker-arguments.ts';
import { defaultLimits } from '../../../toolkit/sandbox/port.ts';

describe('dockerArguments', () => {
  let folder: string;
  beforeEach(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'mendgraph-arguments-')));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const container = { name: 'n', image: 'python:3.11', user: '1000:1000', dropping: false };
  const made = (writable: string, readable: readonly string[] = [], dropping = false) =>
    dockerArguments(
      { argv: ['true'], cwd: writable, writable: [writable], readable, limits: defaultLimits },
      { ...container, dropping },
    );
  const mounts = (args: readonly string[]) => args.filter((_, index) => args[index - 1] === '--mount');

  it('keeps what is named to be read from being written, and git, and nothing twice', () => {
    mkdirSync(join(folder, '.git'));
    const found = mounts(made(folder, [folder, '/opt/tools', '/opt/tools']));
    expect(found.slice(0, 3)).toEqual([
      'type=bind,source=/opt/tools,target=/opt/tools,readonly',
      `type=bind,source=${folder}/.git,target=${folder}/.git,readonly`,
      `type=bind,source=${folder},target=${folder}`,
    ]);
  });

  it('writes odd names as docker reads them', () => {
    expect(mounts(made('/a,b"c,readonly'))[0]).toBe(
      'type=bind,"source=/a,b""c,readonly","target=/a,b""c,readonly"',
    );
  });

  it('gives capabilities to the supervisor alone, where it has to change users', () => {
    expect(made(folder)).not.toContain('--cap-add');
    expect(made(folder, [], true)).toContain('CAP_SETUID');
    for (const args of [made(folder), made(folder, [], true)]) {
      expect(args.join(' ')).toContain('--network none');
      expect(args.join(' ')).toContain('--cap-drop ALL --security-opt no-new-privileges');
      expect(args).toContain('--read-only');
      expect(args.at(-1)).toBe('python:3.11');
    }
  });
});
