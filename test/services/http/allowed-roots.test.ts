import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AllowedRoots, makeAllowedRoots } from '../../../services/http/allowed-roots.ts';

describe('folders a client may name', () => {
  let home: string;
  let roots: AllowedRoots;
  beforeAll(async () => {
    home = await realpath(await mkdtemp(join(tmpdir(), 'roots-')));
    await mkdir(join(home, 'allowed', 'project'), { recursive: true });
    await mkdir(join(home, 'allowed-too'));
    await mkdir(join(home, 'secret'));
    await writeFile(join(home, 'allowed', 'file'), '');
    await symlink(join(home, 'secret'), join(home, 'allowed', 'way-out'));
    await symlink(join(home, 'allowed'), join(home, 'way-in'));
    roots = await makeAllowedRoots([join(home, 'allowed')]);
  });
  afterAll(() => rm(home, { recursive: true, force: true }));

  it.each([
    ['allowed', 'allowed'],
    ['allowed/project', 'allowed/project'],
    ['allowed/project/../project/', 'allowed/project'],
    ['way-in/project', 'allowed/project'],
  ])('takes %s', async (path, expected) => {
    expect(await roots.resolve(`${home}/${path}`)).toBe(join(home, expected));
  });

  it.each([
    ['secret', 'PATH_OUTSIDE'],
    ['allowed-too', 'PATH_OUTSIDE'],
    ['allowed/../secret', 'PATH_OUTSIDE'],
    ['allowed/way-out', 'PATH_OUTSIDE'],
    ['nowhere', 'PATH_OUTSIDE'],
    ['allowed/nowhere', 'NOT_FOUND'],
    ['allowed/file', 'USAGE'],
    ['allowed/\0', 'NOT_FOUND'],
  ])('refuses %s', async (path, code) => {
    await expect(roots.resolve(`${home}/${path}`)).rejects.toMatchObject({ code });
  });

  it('refuses a root that is not there at start', async () => {
    await expect(makeAllowedRoots([join(home, 'nowhere')])).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});
