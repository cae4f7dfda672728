import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { planTests } from '../../../toolkit/testing/plan.ts';
import { typed } from '../../builders/test-settings.ts';

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
    expect(await planTests({ settings: typed('A=1 pytest -q t.py'), root, probe: withPytest })).toMatchObject(
      {
        runner: 'pytest',
        argv: ['pytest', '-q', 't.py'],
        env: { A: '1' },
        python: '/usr/bin/python3',
        because: expect.stringContaining('3.11.2'),
      },
    );
  });

  it('refuses a pytest command where there is no pytest', async () => {
    await expect(planTests({ settings: typed('pytest'), root, probe: without })).rejects.toMatchObject({
      code: 'TEST_COMMAND',
      hint: expect.stringContaining('--python'),
    });
  });

  it.each(['  ', "pytest -k 'a or b"])('refuses the command %j', async (testCommand) => {
    await expect(planTests({ settings: typed(testCommand), root, probe: withPytest })).rejects.toMatchObject({
      code: 'TEST_COMMAND',
    });
  });

  it('runs what needs a shell in one', async () => {
    expect(await planTests({ settings: typed('cd a && pytest'), root, probe: without })).toMatchObject({
      runner: 'command',
      argv: ['sh', '-c', 'cd a && pytest'],
    });
  });

  it('runs any other command as it is', async () => {
    expect(await planTests({ settings: typed('./manage.py test'), root, probe: withPytest })).toMatchObject({
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

  const write = (path: string, text: string) => {
    files(path);
    writeFileSync(join(root, path), text);
  };
  const django = 'from django.test.utils import get_runner\n';

  it.each([
    ['python tests/runtests.py a.tests', {}, 'tests'],
    ['cd tests && ./runtests.py', { directory: 'tests' }, 'tests'],
    ['cd tests; python runtests.py', { directory: 'tests' }, 'tests'],
  ])("takes Django's runner: %s", async (command, more, idRoot) => {
    write('tests/runtests.py', django);
    const plan = await planTests({ settings: typed(command), root, probe: without });
    expect(plan).toMatchObject({ runner: 'django', idRoot, ...more });
  });

  it('does not take what is only called as it is', async () => {
    write('tests/runtests.py', 'import pytest\npytest.main()\n');
    write('bin/test', '#!/bin/sh\n');
    for (const command of ['python tests/runtests.py', 'bin/test', './manage.py test'])
      expect(await planTests({ settings: typed(command), root, probe: without })).toMatchObject({
        runner: 'command',
      });
  });

  it.each([
    ['python -m unittest discover -s tests', 'tests'],
    ['python -m unittest discover -s tests/unit -t tests', 'tests'],
    ['python -m unittest discover --start-directory=tests', 'tests'],
    ['python -m unittest discover pkg.tests', undefined],
    ['python -m unittest tests.test_a', undefined],
  ])('knows where the ids of %s start', async (command, idRoot) => {
    const plan = await planTests({ settings: typed(command), root, probe: without });
    expect(plan.idRoot).toBe(idRoot);
  });

  it('finds the runners of Django and of sympy before all others', async () => {
    files('pytest.ini', 'tox.ini');
    write('tests/runtests.py', django);
    expect(await planTests({ root, probe: withPytest })).toMatchObject({
      runner: 'django',
      argv: ['python', 'tests/runtests.py'],
      idRoot: 'tests',
    });
    rmSync(join(root, 'tests'), { recursive: true });
    write('sympy/testing/runtests.py', 'class SymPyTests:\n');
    expect(await planTests({ root, probe: withPytest })).toMatchObject({
      runner: 'sympy',
      argv: ['python', '-c', 'import sympy; sympy.test()'],
    });
    files('bin/test');
    expect((await planTests({ root, probe: withPytest })).argv).toEqual(['python', 'bin/test']);
  });

  it("takes Django's manage.py, also one folder down, unless pytest is configured", async () => {
    write('site/manage.py', `from django.core.management import execute_from_command_line\n`);
    files('site/shop/tests.py', 'site/shop/test_a.py', 'site/__init__.py');
    expect(await planTests({ root, probe: withPytest })).toMatchObject({
      runner: 'django',
      argv: ['python', 'manage.py', 'test'],
      directory: 'site',
      idRoot: 'site',
    });
    files('pytest.ini');
    expect((await planTests({ root, probe: withPytest })).runner).toBe('pytest');
  });

  it('takes what tox would run, without what only measures', async () => {
    files('tests/test_a.py');
    write(
      'tox.ini',
      `[tox]
envlist = lint, py3
[testenv:lint]
commands = pytest --flake8
[testenv]
setenv =
    PYTHONPATH = {toxinidir}/src
    MODE = quick   # a comment
commands =
    pip install -e .
    py3: {envpython} -m pytest --cov=shop --cov-report xml \\
        -n 4 -m "not slow" {posargs:tests}
`,
    );
    expect(await planTests({ root, probe: withPytest })).toMatchObject({
      runner: 'pytest',
      argv: ['pytest', '-m', 'not slow', 'tests'],
      env: { MODE: 'quick' },
      because: expect.stringMatching(/tox\.ini \[testenv\] .*network/),
    });
    expect((await planTests({ root, probe: without })).runner).toBe('unittest');
  });

  it('takes what nox would run, by the text alone', async () => {
    files('checks/test_a.py');
    write(
      'noxfile.py',
      `import nox
@nox.session
def lint(session):
    session.run("flake8", "pytest")
@nox.session(python=["3.11"])
def tests(session):
    """session.run("python", "-m", "unittest", "in.a.docstring")"""
    session.install(".[test]")
    session.run(
        "coverage", "run", "-m", "pytest",  # a comment, with "quotes"
        f"--junitxml={session.name}.xml", "checks", *session.posargs, env={"A": "b"},
    )
`,
    );
    expect(await planTests({ root, probe: withPytest })).toMatchObject({
      argv: ['pytest', 'checks'],
      because: expect.stringContaining('noxfile.py, session tests'),
    });
  });

  it('passes over a command of tox whose paths are not there', async () => {
    files('tests/test_a.py');
    write('tox.ini', '[testenv]\ncommands = pytest gone/tests\n');
    expect((await planTests({ root, probe: withPytest })).argv).toEqual(['pytest']);
  });

  it('runs a command of tox as it is where there is nothing else', async () => {
    write('tox.ini', '[testenv]\nchangedir = checks\ncommands =\n    pip list\n    trial app\n');
    files('checks/a.py');
    expect(await planTests({ root, probe: withPytest })).toMatchObject({
      runner: 'command',
      argv: ['trial', 'app'],
      directory: 'checks',
    });
  });

  it('takes a report where the settings name one and no adapter fits', async () => {
    files('checks/a.py');
    const command = { text: 'make check', from: 'mendgraph.yaml', junit: 'out.xml', directory: 'checks' };
    const settings = typed('', { command, env: { A: '1' }, limits: { testMs: 5 }, except: ['x'] });
    expect(await planTests({ settings, root, probe: without })).toMatchObject({
      runner: 'junit',
      argv: ['make', 'check'],
      junit: 'out.xml',
      directory: 'checks',
      env: { A: '1' },
      limits: { testMs: 5 },
      except: ['x'],
    });
    const gone = typed('', { command: { ...command, directory: 'gone' } });
    await expect(planTests({ settings: gone, root, probe: without })).rejects.toMatchObject({
      code: 'CONFIG_INVALID',
      message: 'mendgraph.yaml: directory gone is no folder of the repository',
    });
  });

  it('follows the tests of a runner that it knows without a report', async () => {
    const command = { text: 'pytest --junitxml=out.xml', from: 'mendgraph.yaml', junit: 'out.xml' };
    const plan = await planTests({ settings: typed('', { command }), root, probe: withPytest });
    expect(plan).toMatchObject({ runner: 'pytest', because: expect.stringContaining('without out.xml') });
    expect(plan).not.toHaveProperty('junit');
  });

  it('lets the settings add variables, and the command its own', async () => {
    const settings = typed('A=command pytest', { env: { A: 'file', B: 'file' } });
    const plan = await planTests({ settings, root, probe: withPytest });
    expect(plan.env).toEqual({ A: 'command', B: 'file' });
  });
});
