import { execFileSync } from 'node:child_process';
import {
  chmod,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openWorkspace } from '../../../toolkit/workspace/workspace.ts';

let home: string;
let root: string;

const put = async (path: string, bytes: string | Buffer) => {
  await mkdir(join(root, path, '..'), { recursive: true });
  await writeFile(join(root, path), bytes);
};
const git = (...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@t', ...args], { cwd: root });
const open = () => openWorkspace({ root, dir: join(home, 'run') });

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'mendgraph-workspace-'));
  root = join(home, 'project');
  await put('pkg/a.py', 'x = 1\r\ny = 2');
  await put('pkg/latin.py', Buffer.from('# -*- coding: latin-1 -*-\nname = "caf\xe9"\n', 'latin1'));
  await put('.gitattributes', '*.py text eol=lf ident filter=evil\n');
});
afterEach(() => rm(home, { recursive: true, force: true }));

describe('a workspace', () => {
  it('edits byte for byte and gives a patch that applies to a clean checkout', async () => {
    const workspace = await open();
    const checkout = await workspace.checkout();
    await checkout.edit([{ path: 'pkg/a.py', startLine: 2, startColumn: 4, old: '2', new: '3' }]);
    const patch = await checkout.diff();
    expect(await readFile(join(await checkout.folder(), 'pkg/a.py'), 'utf8')).toBe('x = 1\r\ny = 3');
    const other = await workspace.checkout();
    await other.apply(patch);
    expect(await readFile(join(await other.folder(), 'pkg/a.py'), 'utf8')).toBe('x = 1\r\ny = 3');
    expect(await readFile(join(root, 'pkg/a.py'), 'utf8')).toBe('x = 1\r\ny = 2');
    await workspace.applyToUser(patch);
    expect(await readFile(join(root, 'pkg/a.py'), 'utf8')).toBe('x = 1\r\ny = 3');
  });

  it('costs a checkout no folder until something is to run there, and shares none', async () => {
    const workspace = await open();
    const folders = async () =>
      (await readdir(join(home, 'run'))).filter((name) => name.startsWith('checkout-'));
    const checkouts = await Promise.all(Array.from({ length: 40 }, () => workspace.checkout()));
    for (const [index, one] of checkouts.entries())
      await one.edit([{ path: 'pkg/a.py', startLine: 1, startColumn: 4, old: '1', new: `1${index}` }]);
    const patches = await Promise.all(checkouts.map((one) => one.diff()));
    expect(new Set(patches).size).toBe(40);
    expect(await folders()).toEqual([]);
    const [first, second, third] = checkouts;
    if (!first || !second || !third) throw new Error('no checkouts');
    await writeFile(join(await first.folder(), 'pkg/a.py'), 'written inside\n');
    expect(await readFile(join(await second.folder(), 'pkg/a.py'), 'utf8')).toBe('x = 11\r\ny = 2');
    expect((await first.read('pkg/a.py')).toString()).toBe('written inside\n');
    expect(await folders()).toHaveLength(2);
    expect(await second.diff()).toBe(patches[1]);
    await first.release();
    await second.release();
    await third.folder();
    expect(await folders()).toHaveLength(2);
    expect(await third.diff()).toBe(patches[2]);
    await third.reset();
    expect(await third.diff()).toBe('');
  });

  it('keeps the bytes of a Latin-1 file, in the patch too', async () => {
    const workspace = await open();
    const checkout = await workspace.checkout();
    await checkout.edit([{ path: 'pkg/latin.py', startLine: 2, startColumn: 0, old: 'name', new: 'word' }]);
    const patch = await checkout.diff(['pkg/latin.py']);
    await workspace.applyToUser(patch);
    const bytes = await readFile(join(root, 'pkg/latin.py'));
    expect(bytes.toString('latin1')).toBe('# -*- coding: latin-1 -*-\nword = "caf\xe9"\n');
  });

  it('gives the same patch whichever others were made before it', async () => {
    await put('pkg/latin.py', Buffer.from(`name = "caf\xe9"\n${'pass\n'.repeat(20)}last = 1\n`, 'latin1'));
    const checkout = await (await open()).checkout();
    const last = { path: 'pkg/latin.py', startLine: 22, startColumn: 7, old: '1', new: '2' };
    const first = { path: 'pkg/latin.py', startLine: 1, startColumn: 0, old: 'name', new: 'word' };
    const patchOf = async (edit: typeof last) => {
      await checkout.edit([edit]);
      const patch = await checkout.diff(['pkg/latin.py']);
      await checkout.reset();
      return patch;
    };
    const text = await patchOf(last);
    expect(text).toContain('+last = 2');
    expect(await patchOf(first)).toContain('GIT binary patch');
    expect(await patchOf(last)).toBe(text);
  });

  it('brings a patch to the folder though its attributes would have the line ends changed', async () => {
    git('init', '-q');
    git('config', 'filter.evil.smudge', `touch ${join(home, 'ran')}; cat`);
    git('config', 'filter.evil.clean', `touch ${join(home, 'ran')}; cat`);
    const workspace = await open();
    const checkout = await workspace.checkout();
    await checkout.edit([{ path: 'pkg/a.py', startLine: 1, startColumn: 4, old: '1', new: '7' }]);
    await workspace.applyToUser(await checkout.diff());
    expect(await readFile(join(root, 'pkg/a.py'), 'utf8')).toBe('x = 7\r\ny = 2');
    await expect(stat(join(home, 'ran'))).rejects.toThrow('ENOENT');
  });

  it('makes a checkout clean again whatever was done to it', async () => {
    const workspace = await open();
    const checkout = await workspace.checkout();
    const folder = await checkout.folder();
    const file = join(folder, 'pkg/a.py');
    const before = await stat(file);
    await writeFile(file, 'x = 9\r\ny = 2');
    await utimes(file, before.atime, before.mtime);
    await chmod(join(folder, 'pkg/latin.py'), 0o755);
    await mkdir(join(folder, 'pkg/__pycache__'));
    await mkdir(join(folder, '.git'));
    await writeFile(join(folder, '.git/config'), '[core]\n');
    await rm(join(folder, '.gitattributes'));
    await symlink('/etc', join(folder, '.gitattributes'));
    await checkout.release();
    const again = await workspace.checkout();
    expect(await again.folder()).toBe(folder);
    expect(await again.diff()).toBe('');
    expect(await readFile(file, 'utf8')).toBe('x = 1\r\ny = 2');
    await expect(stat(join(folder, '.git'))).rejects.toThrow('ENOENT');
    await expect(stat(join(folder, 'pkg/__pycache__'))).rejects.toThrow('ENOENT');
    expect((await stat(join(folder, 'pkg/latin.py'))).mode & 0o111).toBe(0);
  });

  it.each([
    { path: '../outside.py', code: 'PATH_OUTSIDE' },
    { path: '/etc/passwd', code: 'PATH_OUTSIDE' },
    { path: 'pkg/none.py', code: 'NOT_FOUND' },
    { path: 'pkg/a.py', code: 'EDIT_REJECTED' },
  ])('refuses an edit of $path with $code and leaves the files alone', async ({ path, code }) => {
    const checkout = await (await open()).checkout();
    const good = { path: 'pkg/a.py', startLine: 1, startColumn: 0, old: 'x', new: 'z' };
    const bad = { path, startLine: 2, startColumn: 0, old: 'nothing', new: '' };
    await expect(checkout.edit([good, bad])).rejects.toMatchObject({ code });
    expect(await checkout.diff()).toBe('');
  });

  it('takes a dirty checkout as it is on disk, and says so', async () => {
    git('init', '-q');
    await put('.gitignore', '*.log\n_version.py\n');
    git('add', '-A');
    git('commit', '-qm', 'base');
    await put('pkg/a.py', 'x = 5\n');
    await put('pkg/new.py', 'z = 1\n');
    await put('pkg/_version.py', 'version = 1\n');
    await put('big.log', 'noise\n');
    const { base, pristine } = await open();
    expect(base.commit).toMatch(/^[0-9a-f]{40}$/);
    expect([...base.dirty].sort()).toEqual(['pkg/a.py', 'pkg/new.py']);
    expect(await readFile(join(pristine, 'pkg/a.py'), 'utf8')).toBe('x = 5\n');
    expect(await readFile(join(pristine, 'pkg/_version.py'), 'utf8')).toBe('version = 1\n');
    await expect(stat(join(pristine, 'big.log'))).rejects.toThrow('ENOENT');
    await expect(stat(join(pristine, '.git'))).rejects.toThrow('ENOENT');
  });

  it('works from the base it saved when it is opened again, and will not overwrite later changes', async () => {
    const first = await open();
    const checkout = await first.checkout();
    await checkout.edit([{ path: 'pkg/a.py', startLine: 1, startColumn: 4, old: '1', new: '7' }]);
    const patch = await checkout.diff();
    const folder = await checkout.folder();
    await put('pkg/a.py', 'x = 8\n');
    const second = await open();
    expect(second.base).toEqual(first.base);
    await expect(stat(folder)).rejects.toThrow('ENOENT');
    expect(await readFile(join(second.pristine, 'pkg/a.py'), 'utf8')).toBe('x = 1\r\ny = 2');
    await expect(second.applyToUser(patch)).rejects.toMatchObject({ code: 'PATCH_REJECTED' });
    expect(await readFile(join(root, 'pkg/a.py'), 'utf8')).toBe('x = 8\n');
  });

  it('leaves out symlinks that lead outside', async () => {
    await symlink('/etc/passwd', join(root, 'secret.py'));
    await symlink('a.py', join(root, 'pkg/link.py'));
    const { pristine } = await open();
    await expect(stat(join(pristine, 'secret.py'))).rejects.toThrow('ENOENT');
    expect(await readFile(join(pristine, 'pkg/link.py'), 'utf8')).toContain('x = 1');
  });

  it('runs nothing of a hostile repository while reading it', async () => {
    git('init', '-q');
    const mark = join(home, 'ran');
    git('config', 'core.fsmonitor', `touch ${mark}`);
    git('config', 'filter.evil.clean', `touch ${mark}; cat`);
    await put('.git/hooks/post-index-change', `#!/bin/sh\ntouch ${mark}\n`);
    await chmod(join(root, '.git/hooks/post-index-change'), 0o755);
    await put('.gitattributes', '*.py filter=evil\n');
    const workspace = await open();
    await (await workspace.checkout()).diff();
    await expect(stat(mark)).rejects.toThrow('ENOENT');
  });
});
