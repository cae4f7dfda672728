import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openCheckoutView } from '../../toolkit/checkout-view.ts';

describe('openCheckoutView', () => {
  let folder: string;
  let root: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'checkout-view-'));
    root = join(folder, 'repository');
    await mkdir(join(root, 'pkg'), { recursive: true });
    await mkdir(join(root, '.git'));
    await writeFile(join(folder, 'secret.txt'), 'secret');
    await writeFile(join(root, '.git', 'config'), 'token');
    await writeFile(join(root, 'pkg', 'a.py'), 'x = 1\r\n');
    await writeFile(join(root, 'z.txt'), 'last');
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('lists files by path with sizes, without what git keeps for itself and without links', async () => {
    await symlink(join(folder, 'secret.txt'), join(root, 'link.txt'));
    await symlink('..', join(root, 'pkg', 'loop'));
    expect(await (await openCheckoutView(root)).list()).toEqual([
      { path: 'pkg/a.py', size: 7 },
      { path: 'z.txt', size: 4 },
    ]);
  });

  it('reads text as it is', async () => {
    const view = await openCheckoutView(root);
    expect(await view.read('pkg/a.py')).toBe('x = 1\r\n');
    expect(await view.read('./pkg/../pkg/a.py')).toBe('x = 1\r\n');
    for (const path of ['nothing.py', 'pkg', '', '.git/config', 'z.txt/x'])
      expect(await view.read(path)).toBeUndefined();
  });

  it('follows links inside, never outside', async () => {
    await symlink('pkg/a.py', join(root, 'inside.py'));
    await symlink(join(folder, 'secret.txt'), join(root, 'outside.txt'));
    await symlink(folder, join(root, 'up'));
    const view = await openCheckoutView(root);
    expect(await view.read('inside.py')).toBe('x = 1\r\n');
    for (const path of [
      'outside.txt',
      'up/secret.txt',
      '../secret.txt',
      '/etc/passwd',
      'pkg/../../secret.txt',
      'a\0b',
    ])
      await expect(async () => view.read(path), path).rejects.toMatchObject({ code: 'PATH_OUTSIDE' });
  });

  it('leaves out binary and huge files', async () => {
    await writeFile(join(root, 'data.bin'), Buffer.from([80, 75, 0, 4]));
    await writeFile(join(root, 'huge.txt'), 'x'.repeat(4 * 1024 * 1024 + 1));
    const view = await openCheckoutView(root);
    expect(await view.read('data.bin')).toBeUndefined();
    expect(await view.read('huge.txt')).toBeUndefined();
  });

  it('knows encodings by their coding line', async () => {
    await writeFile(join(root, 'latin.py'), Buffer.from('# -*- coding: latin-1 -*-\nx = "\xe9"\n', 'latin1'));
    await writeFile(join(root, 'bare.py'), Buffer.from('x = "\xe9"\n', 'latin1'));
    await writeFile(join(root, 'odd.py'), '# coding: no-such-thing\nx = "é"\n');
    await writeFile(join(root, 'bom.py'), '\ufeffx = 1\n');
    const view = await openCheckoutView(root);
    expect(await view.read('latin.py')).toContain('"é"');
    expect(await view.read('bare.py')).toBe('x = "é"\n');
    expect(await view.read('odd.py')).toContain('"é"');
    expect(await view.read('bom.py')).toBe('x = 1\n');
  });

  it('says that there is no such folder', async () => {
    await expect(openCheckoutView(join(folder, 'none'))).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});
