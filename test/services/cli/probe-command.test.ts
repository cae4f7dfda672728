import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ProbeDocument } from '../../../services/probe.ts';
import { cli } from '../../builders/run-cli.ts';
import { lacksPytest, testPython } from '../../support/requires.ts';

const fixtures = join(import.meta.dirname, '..', '..', 'fixtures', 'repos');

describe.skipIf(lacksPytest())('mendgraph probe', () => {
  let base: string;
  let root: string;
  beforeEach(() => {
    base = mkdtempSync(join(tmpdir(), 'mendgraph-probe-command-'));
    root = join(base, 'repository');
    mkdirSync(root);
  });
  afterEach(() => rmSync(base, { recursive: true, force: true }));

  const write = (path: string, text: string) => writeFileSync(join(root, path), text);
  const probe = (...more: readonly string[]) =>
    cli(['probe', '--repo', root, '--sandbox', 'process', '--python', testPython, ...more]);
  const document = async (...more: readonly string[]): Promise<ProbeDocument> =>
    JSON.parse((await probe('--json', ...more)).stdout);

  it.each([
    ['testing-django', 'django', 'python tests/runtests.py', 'shapes.tests.AreaTests.test_area'],
    ['testing-sympy', 'sympy', 'python bin/test', 'sympy/core/tests/test_add.py:test_add'],
    ['testing-pytest', 'pytest', 'pytest', 'tests/unit/test_price.py::test_total'],
  ])('proves a test of %s', async (name, kind, command, id) => {
    cpSync(join(fixtures, name), root, { recursive: true });
    // Loops for ever in one phase; the files here are there to be run whole by other tests.
    for (const file of ['tests/test_hang.py', 'tests/test_exit.py'])
      rmSync(join(root, file), { force: true });
    write('mendgraph.yaml', 'timeout: {test: 0.5}\n');
    const told = await document();
    expect(told).toMatchObject({
      repository: root,
      settings: ['mendgraph.yaml'],
      sandbox: { kind: 'process' },
      interpreter: { path: testPython, because: 'you named it', version: expect.stringMatching(/^3\./) },
      runner: { kind, command, because: expect.any(String) },
      proof: { outcome: 'passed', test: { id, status: 'passed' } },
      ready: true,
    });
    expect(told.proof.tries.at(-1)?.tests).toBeGreaterThan(0);
  });

  it('says it to people', async () => {
    write('test_a.py', 'def test_a():\n    pass\n');
    const { exitCode, stdout, stderr } = await probe();
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    for (const text of ['Interpreter', 'Packages', 'Runner', 'Missing', 'Proof', 'The tests can run.'])
      expect(stdout).toContain(text);
    expect(stdout).toMatch(/passed {2}test_a\.py::test_a {2}in 0\.\d+ s/);
    expect(readdirSync(root)).toEqual(['test_a.py']);
  });

  it('says what is missing and what to do, without running setup.py', async () => {
    write(
      'setup.py',
      `open(${JSON.stringify(join(base, 'ran'))}, "w")\ninstall_requires = ["no-such-package-1>=2", "pytest<1"]\n`,
    );
    write('test_a.py', 'import no_such_module\n\ndef test_a():\n    pass\n');
    const told = await document();
    expect(told).toMatchObject({
      packaging: { manager: 'setuptools', files: [{ path: 'setup.py', kind: 'manifest' }] },
      missing: {
        packages: [
          { name: 'no-such-package-1', requirement: 'no-such-package-1>=2', found: null, purpose: 'project' },
          { name: 'pytest', found: expect.stringMatching(/^\d/) },
        ],
        imports: [{ module: 'no_such_module', file: 'test_a.py', files: 1 }],
        advice: `${testPython} -m pip install 'no-such-package-1>=2' 'pytest<1'`,
      },
      proof: { outcome: 'none', test: { status: 'error' } },
      ready: false,
    });
    const { exitCode, stdout } = await probe();
    expect(exitCode).toBe(3);
    expect(stdout).toContain('import no_such_module');
    expect(stdout).toContain('No test is known to run.');
    expect(existsSync(join(base, 'ran'))).toBe(false);
  });

  it('tries another file where the first shows nothing', async () => {
    write('test_a.py', 'import no_such_module\ndef test_a(): pass');
    write('test_longer.py', 'def test_wrong():\n    assert False\n\ndef test_right():\n    assert True\n');
    expect((await document()).proof).toMatchObject({
      outcome: 'passed',
      test: { id: 'test_longer.py::test_right' },
      tries: [{ ran: 'test_a.py' }, { ran: 'test_longer.py', tests: 2, end: 'finished' }],
    });
  });

  it('takes a report that the command of mendgraph.yaml writes', async () => {
    write(
      'check.sh',
      `mkdir -p out; echo '<testsuite><testcase classname="a" name="b" time="0.5"/></testsuite>' > out/r.xml`,
    );
    write('mendgraph.yaml', 'test: sh check.sh\njunit: out/r.xml\n');
    expect(await document()).toMatchObject({
      runner: { kind: 'junit', command: 'sh check.sh', report: 'out/r.xml' },
      proof: { outcome: 'passed', test: { id: 'a.b', seconds: 0.5 }, note: null },
    });
    write('mendgraph.yaml', 'test: "true"\njunit: out/r.xml\n');
    expect((await document()).proof).toMatchObject({
      outcome: 'passed',
      test: { id: 'true' },
      note: expect.stringContaining('was not written'),
    });
  });

  it('has nothing to prove where there are no tests, or where the command is none', async () => {
    write('a.py', 'x = 1\n');
    expect(await document()).toMatchObject({
      proof: { outcome: 'none', test: null, note: expect.stringContaining('no file of tests') },
      ready: false,
    });
    expect(await document('--test', 'exit 127 && true')).toMatchObject({
      proof: { outcome: 'none', note: expect.stringContaining('status 127') },
      ready: false,
    });
  });

  it.each([
    [['--config', 'gone.yaml'], 1, 'NOT_FOUND'],
    [['--test', `pytest "a`], 1, 'TEST_COMMAND'],
    [['--python', 'gone/python'], 1, 'INTERPRETER_MISSING'],
    [['--repo', '/no/such/folder'], 1, 'NOT_FOUND'],
    [['--sandbox', 'none'], 2, 'USAGE'],
  ])('fails with %j', async (flags, exit, code) => {
    write('a.py', 'x = 1\n');
    const { exitCode, stdout, stderr } = await probe('--json', ...flags);
    expect(exitCode).toBe(exit);
    expect(JSON.parse(stdout).error).toMatchObject({ code, hint: expect.any(String) });
    expect(stderr).not.toBe('');
  });

  it('fails on a mendgraph.yaml that is wrong, and names the line', async () => {
    write('mendgraph.yaml', 'test: pytest\npyhton: python3\n');
    const { exitCode, stderr } = await probe();
    expect(exitCode).toBe(1);
    expect(stderr).toContain('mendgraph.yaml, line 2: there is no setting pyhton');
    expect(stderr).toContain('did you mean python?');
  });

  it('reads an archive of the repository', async () => {
    write('test_a.py', 'def test_a():\n    pass\n');
    const archive = join(base, 'r.tar.gz');
    execFileSync('tar', ['czf', archive, '-C', base, 'repository']);
    const { exitCode } = await cli([
      'probe',
      '--repo',
      archive,
      '--sandbox',
      'process',
      '--python',
      testPython,
    ]);
    expect(exitCode).toBe(0);
  });
});
