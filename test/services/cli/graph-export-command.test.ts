import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cli } from '../../builders/run-cli.ts';

const cart =
  'import os\n\nclass Cart:\n    def total(self):\n        return sum([])\n\nCart().total()\nos.getcwd()\n';
const calls = {
  'shop.cart': ['os.getcwd', 'shop.cart.Cart.total'],
  'shop.cart.Cart.total': ['<builtin>.sum'],
};

let home: string;
let project: string;
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'graph-command-'));
  project = join(home, 'project');
  await mkdir(join(project, 'shop'), { recursive: true });
  await mkdir(join(home, 'elsewhere'));
  await writeFile(join(project, 'shop/__init__.py'), '');
  await writeFile(join(project, 'shop/cart.py'), cart);
  await writeFile(join(project, 'run.py'), 'from shop.cart import Cart\nCart().total()\n');
});
afterAll(() => rm(home, { recursive: true, force: true }));

const exported = async (...argv: string[]): Promise<Record<string, string[]>> => {
  const { exitCode, stdout, stderr } = await cli(['graph', 'export', '--format', 'pycg', ...argv], {
    cwd: home,
  });
  expect([exitCode, stderr]).toEqual([0, expect.any(String)]);
  return JSON.parse(stdout);
};

describe('graph export --format pycg', () => {
  it.each([
    ['a folder', ['project']],
    ['a root alone', ['--root', 'project']],
    ['a folder that is its root', ['project', '--root', 'project/']],
  ])('%s: names start from it', async (_what, argv) => {
    const graph = await exported(...argv);
    expect(graph).toMatchObject({ ...calls, run: ['shop.cart.Cart.total'] });
  });

  it('tells the calls of the folder alone, by names from the root', async () => {
    const graph = await exported('project/shop', '--root', 'project');
    expect(graph).toMatchObject(calls);
    expect(graph).not.toHaveProperty('run');
  });

  it('names from a root inside the folder', async () => {
    expect(await exported('project', '--root', 'project/shop')).toMatchObject({
      cart: ['cart.Cart.total', 'os.getcwd'],
    });
  });

  it.each([
    ['no such root', ['project', '--root', 'nowhere'], 1, 'no such folder'],
    ['a file for a root', ['project', '--root', 'project/run.py'], 1, 'not a folder'],
    ['no such folder', ['nowhere', '--root', 'project'], 1, 'no such folder'],
    ['a root elsewhere', ['project', '--root', 'elsewhere'], 2, 'is not in the root'],
    ['an empty folder', ['elsewhere'], 1, 'is empty'],
    ['neither folder nor root', [], 2, "missing required argument 'repo'"],
    ['a root for another format', ['project', '--root', 'project', '--format', 'jsonl'], 2, '--format pycg'],
  ])('%s: says what is wrong and what to do', async (_what, argv, expected, message) => {
    const { exitCode, stdout, stderr } = await cli(['graph', 'export', '--format', 'pycg', ...argv], {
      cwd: home,
    });
    expect([exitCode, stdout]).toEqual([expected, '']);
    expect(stderr).toContain(message);
    expect(stderr).toMatch(/\n {2}hint: .+\n$/);
  });
});
