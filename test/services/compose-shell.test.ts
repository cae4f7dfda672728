import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openShell } from '../../services/compose-shell.ts';

/** No process has it: above the largest number that Linux gives. */
const noPid = 2 ** 22 + 1;

describe('openShell', () => {
  let base: string;
  let root: string;
  let dir: string;
  beforeEach(() => {
    base = mkdtempSync(join(tmpdir(), 'compose-shell-'));
    [root, dir] = [join(base, 'project'), join(base, 'copies')];
    mkdirSync(root);
    writeFileSync(join(root, 'cart.py'), 'x = 1\n');
  });
  afterEach(() => rmSync(base, { recursive: true, force: true }));

  it('runs commands with the interpreter of the repository, and leaves nothing', async () => {
    const { shell, close } = await openShell({ root, dir, sandbox: 'process' });
    const command = 'echo > made; python3 -c "import cart; print(cart.x)"';
    expect(await shell.run({ command, folder: '' })).toMatchObject({ exitCode: 0, stdout: '1\n' });
    expect(readdirSync(dir)).toHaveLength(1);
    await close();
    expect(readdirSync(dir)).toEqual([]);
    expect(readdirSync(root)).toEqual(['cart.py']);
  });

  it('removes what a killed process left, and nothing of a living one', async () => {
    const [left, living] = [join(dir, `${noPid}-x`), join(dir, `${process.ppid}-x`)];
    for (const folder of [left, living]) mkdirSync(folder, { recursive: true });
    const { close } = await openShell({ root, dir, sandbox: 'process' });
    expect([left, living].map(existsSync)).toEqual([false, true]);
    await close();
  });

  it('ends a command at the time it is given, and all with its signal', async () => {
    const controller = new AbortController();
    const { signal } = controller;
    const { shell, close } = await openShell({ root, dir, sandbox: 'process', wallMs: 300, signal });
    expect(await shell.run({ command: 'sleep 5', folder: '' })).toMatchObject({ end: 'timeout' });
    const stopped = shell.run({ command: 'sleep 5', folder: '' });
    setTimeout(() => controller.abort(), 100);
    await expect(stopped).rejects.toMatchObject({ code: 'CANCELLED' });
    await close();
  });
});
