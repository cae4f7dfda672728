import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { planTests } from '../../../toolkit/testing/plan.ts';

const withPytest = {
  python: '/usr/bin/python3',
  version: '3.11.2',
  pytest: '8.4.2',
  because: 'you named it',
};
const without = { ...withPytest, pytest: null };

describe('planTests', () => {
  let root: string;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'mendgraph-plan-'));
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  const files = (...paths: readonly string[]) => {
    for (const path of paths) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), '');
    }
  };

  it('takes a pytest command with its variables', async () => {
    expect(await planTests({ testCommand: 'A=1 pytest -q t.py', root, probe: withPytest })).toMatchObject({
      runner: 'pytest',
      argv: ['pytest', '-q', 't.py'],
      env: { A: '1' },
      python: '/usr/bin/python3',
      because: expect.stringContaining('3.11.2'),
    });
  });

  it('refuses a pytest command where there is no pytest', async () => {
    await expect(planTests({ testCommand: 'pytest', root, probe: without })).rejects.toMatchObject({
      code: 'TEST_COMMAND',
      hint: expect.stringContaining('--python'),
    });
  });

  it.each(['  ', "pytest -k 'a or b"])('refuses the command %j', async (testCommand) => {
    await expect(planTests({ testCommand, root, probe: withPytest })).rejects.toMatchObject({
      code: 'TEST_COMMAND',
    });
  });

  it('runs what needs a shell in one', async () => {
    expect(await planTests({ testCommand: 'cd a && pytest', root, probe: without })).toMatchObject({
      runner: 'command',
      argv: ['sh', '-c', 'cd a && pytest'],
    });
  });

  it('runs any other command as it is', async () => {
    expect(await planTests({ testCommand: './manage.py test', root, probe: withPytest })).toMatchObject({
      runner: 'command',
      argv: ['./manage.py', 'test'],
    });
  });

  it('prefers pytest where it is installed and has something to find', async () => {
    files('tests/test_a.py');
    expect(await planTests({ root, probe: withPytest })).toMatchObject({
      runner: 'pytest',
      argv: ['pytest'],
    });
  });

  it('takes pytest for a repository that configures it, whatever its files are called', async () => {
    files('checks/a.py', 'tests/tests.py', 'pytest.ini');
    const plan = await planTests({ root, probe: withPytest });
    expect(plan).toMatchObject({ runner: 'pytest', because: expect.stringContaining('pytest.ini') });
  });

  it.each([
    ['a package of tests', ['tests/__init__.py', 'tests/test_a.py'], ['discover']],
    ['tests beside the code', ['test_a.py'], ['discover']],
    ['a plain folder', ['tests/test_a.py', 'tests/test_b.py'], ['discover', '-s', 'tests']],
    [
      'packages in a plain folder',
      ['t/a/__init__.py', 't/a/test_a.py', 't/test_b.py'],
      ['discover', '-s', 't'],
    ],
    ['the folder with most', ['x/test_a.py', 'y/test_a.py', 'y/test_b.py'], ['discover', '-s', 'y']],
    [
      'not what was installed',
      ['venv/lib/test_a.py', '.x/test_b.py', 't/test_c.py'],
      ['discover', '-s', 't'],
    ],
  ])('starts the discovery of unittest where it finds most: %s', async (_, paths, args) => {
    files(...paths);
    expect(await planTests({ root, probe: without })).toMatchObject({
      runner: 'unittest',
      argv: ['python', '-m', 'unittest', ...args],
    });
  });

  it('takes unittest for files that only it would find', async () => {
    files('tests/__init__.py', 'tests/tests.py');
    expect((await planTests({ root, probe: withPytest })).runner).toBe('unittest');
  });
});
