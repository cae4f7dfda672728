import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Logger } from '../../../graph/kernel/logger.ts';
import type { SandboxName } from '../../../toolkit/sandbox/choice.ts';
import { chooseSandbox } from '../../../toolkit/sandbox/detect.ts';
import { planTests } from '../../../toolkit/testing/plan.ts';
import { type Probe, probeEnvironment } from '../../../toolkit/testing/probe.ts';
import { createTestRunner } from '../../../toolkit/testing/runner.ts';
import type { TestSettings } from '../../../toolkit/testing/settings/settings.ts';
import type { TestReport, TestRequest } from '../../../toolkit/testing/types.ts';
import { typed } from '../../builders/test-settings.ts';
import { lacksBubblewrap, lacksPytest, testPython } from '../../support/requires.ts';

const fixtures = join(import.meta.dirname, '..', '..', 'fixtures', 'repos');
const statuses = ({ results }: TestReport) =>
  Object.fromEntries(results.map(({ id, status }) => [id, status]));

const suite = (kind: SandboxName) => {
  let base: string;
  let probe: Probe;
  let runner: ReturnType<typeof createTestRunner>;
  const messages: string[] = [];
  const logger: Logger = {
    debug: (message) => void messages.push(message),
    info: () => undefined,
    warn: () => undefined,
  };

  beforeAll(async () => {
    base = realpathSync(mkdtempSync(join(tmpdir(), 'mendgraph-runner-')));
    mkdirSync(join(base, 'scratch'));
    const sandbox = await chooseSandbox({ wanted: kind });
    probe = await probeEnvironment({
      sandbox,
      root: base,
      settings: { python: { name: testPython, from: '--python' } },
    });
    runner = createTestRunner({ sandbox, logger, scratch: join(base, 'scratch') });
    for (const name of ['testing-pytest', 'testing-unittest', 'testing-django', 'testing-sympy'])
      cpSync(join(fixtures, name), join(base, name), { recursive: true });
  });
  afterAll(async () => {
    await runner.close();
    expect(readdirSync(join(base, 'scratch'))).toEqual([]);
    rmSync(base, { recursive: true, force: true });
  });

  const run = (repository: string, testCommand: string, more: Partial<TestRequest> = {}) =>
    runSettings(repository, typed(testCommand), more);
  const runSettings = async (repository: string, settings: TestSettings, more: Partial<TestRequest> = {}) =>
    runner.run({
      plan: await planTests({ settings, root: join(base, repository), probe }),
      checkout: join(base, repository),
      wallMs: 30_000,
      testMs: 1_000,
      ...more,
    });
  const shop = (name: string) => `tests/unit/test_price.py::${name}`;

  it('finds the interpreter', () => {
    expect(probe).toMatchObject({
      python: testPython,
      version: expect.stringMatching(/^3\.\d+\.\d+$/),
      pytest: expect.stringMatching(/^\d+\.\d+/),
    });
  });

  it('pytest: a result for each test', async () => {
    const report = await run('testing-pytest', 'pytest tests/unit tests/test_broken.py');
    expect(report).toMatchObject({ runner: 'pytest', end: 'finished', exitCode: 1, coverage: {} });
    expect(statuses(report)).toEqual({
      'tests/test_broken.py': 'error',
      [shop('test_total')]: 'passed',
      [shop('test_wrong')]: 'failed',
      [shop('test_raises')]: 'failed',
      [shop('test_discount[0-10]')]: 'passed',
      [shop('test_discount[50-5]')]: 'passed',
      [shop('test_discount[100-1]')]: 'failed',
      [shop('test_odd_names[a b]')]: 'passed',
      [shop('test_odd_names[x::y[z]]')]: 'passed',
      [shop('test_odd_names[\\xfc]')]: 'passed',
      [shop('test_skipped')]: 'skipped',
      [shop('test_known')]: 'skipped',
      [shop('test_setup')]: 'error',
      [shop('test_teardown')]: 'error',
      [shop('test_endless')]: 'timeout',
      [shop('TestClass::test_method')]: 'passed',
      [shop('TestClass::test_deep')]: 'failed',
    });
    const raised = report.results.find(({ id }) => id === shop('test_raises'));
    expect(raised?.message).toMatch(/^ValueError: more than everything: 200\n {2}File "tests/);
    expect(raised?.frames).toEqual([
      { path: 'tests/unit/test_price.py', line: 15, function: 'test_raises' },
      { path: 'src/shop/price.py', line: 11, function: 'total' },
      { path: 'src/shop/price.py', line: 3, function: 'discount' },
    ]);
    const broken = report.results.find(({ id }) => id === 'tests/test_broken.py');
    expect(broken?.message).toContain("No module named 'shop.missing'");
    expect(broken?.frames).toEqual([{ path: 'tests/test_broken.py', line: 1, function: '<module>' }]);
    expect(report.results.find(({ id }) => id === shop('test_wrong'))?.message).toContain('assert 6.0 == 7');
    expect(report.outputTail).toContain('short test summary');
    expect(existsSync(join(base, 'testing-pytest', '.pytest_cache'))).toBe(false);
  });

  it('pytest: only the tests that are asked for, each with a result', async () => {
    const only = [
      shop('test_odd_names[x::y[z]]'),
      shop('test_gone'),
      'tests/gone.py::test_x',
      'tests/test_broken.py::test_never',
    ];
    const report = await run('testing-pytest', 'pytest', { only });
    expect(statuses(report)).toEqual({
      'tests/test_broken.py': 'error',
      [shop('test_odd_names[x::y[z]]')]: 'passed',
      [shop('test_gone')]: 'error',
      'tests/gone.py::test_x': 'error',
      'tests/test_broken.py::test_never': 'error',
    });
  });

  it('pytest: all of a file or a class, where that is asked for', async () => {
    const only = ['tests/test_exit.py', 'tests/test_kinds.py::TestOne', 'tests/conftest.py', 'tests/gone.py'];
    writeFileSync(
      join(base, 'testing-pytest/tests/test_kinds.py'),
      ['One', 'Two'].map((name) => `class Test${name}:\n    def test_a(self):\n        pass\n`).join('\n'),
    );
    const except = ['tests/test_exit.py::test_exit', 'tests/test_exit.py::test_crash'];
    const report = await run('testing-pytest', 'pytest', { only, except });
    expect(report.end).toBe('finished');
    expect(statuses(report)).toEqual({
      'tests/test_exit.py::test_before': 'passed',
      'tests/test_kinds.py::TestOne::test_a': 'passed',
      'tests/gone.py': 'error',
    });
  });

  it('pytest: all but the tests that are left out', async () => {
    const report = await run('testing-pytest', 'pytest tests/unit', {
      except: [shop('test_wrong'), shop('test_discount[0-10]')],
    });
    expect(statuses(report)).not.toHaveProperty([shop('test_wrong')]);
    expect(statuses(report)).not.toHaveProperty([shop('test_discount[0-10]')]);
    expect(statuses(report)).toMatchObject({
      [shop('test_total')]: 'passed',
      [shop('test_raises')]: 'failed',
    });
  });

  it('pytest: thousands of ids are no problem, none is quick', async () => {
    const only = [
      shop('test_total'),
      ...Array.from({ length: 3_000 }, (_, index) => shop(`test_${index}`.repeat(20))),
    ];
    const report = await run('testing-pytest', 'pytest', { only });
    expect(report.results.filter(({ status }) => status === 'passed')).toHaveLength(1);
    expect((await run('testing-pytest', 'pytest', { only: [] })).results).toEqual([]);
  });

  it('pytest: stops at the first that does not pass, when told to', async () => {
    const report = await run('testing-pytest', 'pytest tests/unit', { failFast: true });
    expect(statuses(report)).toEqual({ [shop('test_total')]: 'passed', [shop('test_wrong')]: 'failed' });
  });

  it('pytest: lines by test', async () => {
    const report = await run('testing-pytest', 'pytest tests/unit -k "total or raises"', { coverage: true });
    expect(report.coverage[shop('test_total')]).toEqual({
      'tests/conftest.py': [6],
      'tests/unit/test_price.py': [7],
      'src/shop/price.py': [2, 4, 8, 9, 10, 11],
    });
    expect(report.coverage[shop('test_raises')]?.['src/shop/price.py']).toEqual([2, 3, 8, 9, 10, 11]);
  });

  it('pytest: a loop that never comes back to the interpreter', async () => {
    const report = await run('testing-pytest', 'pytest tests/test_hang.py', { testMs: 500 });
    expect(report.end).toBe('timeout');
    expect(statuses(report)).toEqual({
      'tests/test_hang.py::test_before': 'passed',
      'tests/test_hang.py::test_c_loop': 'timeout',
    });
    expect(report.results[1]?.message).toContain('line 6 in hang');
    expect(report.seconds).toBeLessThan(15);
  });

  it('pytest: the wall limit keeps what was seen', async () => {
    const report = await run('testing-pytest', 'pytest tests/test_hang.py', {
      testMs: 60_000,
      wallMs: 2_500,
    });
    expect(report.end).toBe('timeout');
    expect(report.results.at(-1)).toMatchObject({ id: 'tests/test_hang.py::test_c_loop', status: 'timeout' });
  });

  it('pytest: a test that ends the process, whatever its status', async () => {
    const left = await run('testing-pytest', 'pytest tests/test_exit.py', {});
    expect(left.end).toBe('crashed');
    expect(statuses(left)).toEqual({
      'tests/test_exit.py::test_before': 'passed',
      'tests/test_exit.py::test_exit': 'error',
    });
    const crashed = await run('testing-pytest', 'pytest', { only: ['tests/test_exit.py::test_crash'] });
    expect(crashed).toMatchObject({ end: 'crashed', exitCode: null });
    expect(crashed.results[0]).toMatchObject({
      status: 'error',
      message: expect.stringContaining('SIGSEGV'),
    });
  });

  it('pytest: stops when told to', async () => {
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 1_500);
    const report = await run('testing-pytest', 'pytest tests/test_hang.py', {
      testMs: 60_000,
      signal: controller.signal,
    });
    expect(report.end).toBe('cancelled');
    expect(report.seconds).toBeLessThan(10);
  });

  it('sees a change of the same length within the same second', async () => {
    const folder = join(base, 'testing-pytest');
    const [test, code] = [join(folder, 'tests', 'test_fresh.py'), join(folder, 'src', 'fresh.py')];
    const seen: (string | undefined)[] = [];
    for (const [expected, value] of [
      [1, 1],
      [2, 1],
      [2, 2],
      [1, 2],
      [1, 1],
    ]) {
      writeFileSync(test, `import fresh\ndef test_value():\n    assert fresh.value == ${expected}\n`);
      writeFileSync(code, `value = ${value}\n`);
      seen.push((await run('testing-pytest', 'pytest tests/test_fresh.py')).results[0]?.status);
    }
    rmSync(test);
    rmSync(code);
    expect(seen).toEqual(['passed', 'failed', 'passed', 'failed', 'passed']);
    expect(readdirSync(join(folder, 'src'))).toEqual(['shop']);
  });

  it('lets the tests change what was put there between two runs', async () => {
    const folder = join(base, 'testing-pytest', 'made');
    const source = join(base, 'testing-pytest', 'tests', 'test_write.py');
    writeFileSync(
      source,
      'def test_write():\n    open("made/file", "a").write("x")\n    open("made/new", "w")\n',
    );
    for (let round = 0; round < 2; round += 1) {
      mkdirSync(folder);
      writeFileSync(join(folder, 'file'), '');
      const report = await run('testing-pytest', 'pytest tests/test_write.py');
      expect(report.results).toMatchObject([{ status: 'passed', message: null }]);
      rmSync(folder, { recursive: true });
    }
    rmSync(source);
  });

  it('leaves nothing of one run for the next', async () => {
    const source = join(base, 'testing-pytest', 'tests', 'test_litter.py');
    writeFileSync(
      source,
      `import os, pathlib, subprocess
def test_litter():
    home = pathlib.Path.home() / "litter"
    assert not home.exists()
    home.mkdir()
    assert os.environ.get("LITTER") is None
    os.environ["LITTER"] = "1"
    subprocess.Popen(["setsid", "sleep", "472"])
`,
    );
    for (let round = 0; round < 2; round += 1)
      expect(statuses(await run('testing-pytest', 'pytest tests/test_litter.py'))).toEqual({
        'tests/test_litter.py::test_litter': 'passed',
      });
    rmSync(source);
  });

  it('a test that kills everything it can costs only its own result', async () => {
    if (kind === 'process') return;
    const source = join(base, 'testing-pytest', 'tests', 'test_kill.py');
    writeFileSync(source, 'import os\ndef test_kill():\n    os.kill(-1, 9)\n    os.kill(os.getpid(), 9)\n');
    const report = await run('testing-pytest', 'pytest tests/test_kill.py');
    rmSync(source);
    expect(report.end).toBe('crashed');
    expect(statuses(report)).toEqual({ 'tests/test_kill.py::test_kill': 'error' });
    expect((await run('testing-pytest', 'pytest tests/unit -k test_total')).results[0]?.status).toBe(
      'passed',
    );
  });

  it('unittest: a result for each test, sub-tests folded into theirs', async () => {
    const report = await run('testing-unittest', 'python -m unittest discover', { coverage: true });
    expect(report).toMatchObject({ runner: 'unittest', end: 'finished', exitCode: 1 });
    const price = 'tests.test_price';
    expect(statuses(report)).toEqual({
      'tests.test_broken': 'error',
      [`${price}.BrokenClassTest`]: 'error',
      [`${price}.ParentTest.test_outer`]: 'passed',
      [`${price}.ParentTest.InnerTest.test_inner`]: 'passed',
      [`${price}.PriceTest.test_endless`]: 'timeout',
      [`${price}.PriceTest.test_known`]: 'skipped',
      [`${price}.PriceTest.test_parts`]: 'failed',
      [`${price}.PriceTest.test_raises`]: 'error',
      [`${price}.PriceTest.test_skipped`]: 'skipped',
      [`${price}.PriceTest.test_total`]: 'passed',
      [`${price}.PriceTest.test_wrong`]: 'failed',
    });
    const broken = report.results.find(({ id }) => id === 'tests.test_broken');
    expect(broken?.frames).toEqual([{ path: 'tests/test_broken.py', line: 1, function: '<module>' }]);
    expect(report.coverage[`${price}.PriceTest.test_raises`]).toEqual({
      'tests/test_price.py': [14],
      'shop/price.py': [2, 3, 8, 9, 10, 11],
    });
  });

  it('unittest: only the tests that are asked for, each with a result', async () => {
    const only = [
      'tests.test_price.PriceTest.test_total',
      'tests.test_price.PriceTest.test_gone',
      'tests.test_broken.X.test_y',
      'tests.test_price.BrokenClassTest.test_never',
    ];
    const report = await run('testing-unittest', 'python -m unittest', { only });
    expect(statuses(report)).toMatchObject({
      'tests.test_price.PriceTest.test_total': 'passed',
      'tests.test_price.PriceTest.test_gone': 'error',
      'tests.test_broken.X.test_y': 'error',
      'tests.test_price.BrokenClassTest.test_never': 'error',
    });
    const broken = report.results.find(({ id }) => id === 'tests.test_broken.X.test_y');
    expect(broken?.message).toContain('shop.missing');
  });

  it('unittest: all of a module or a class, where that is asked for', async () => {
    const all = await run('testing-unittest', 'python -m unittest');
    const within = (group: string) =>
      all.results.map(({ id }) => id).filter((id) => id.startsWith(`${group}.`));
    const priced = within('tests.test_price.PriceTest');
    expect(priced.length).toBeGreaterThan(2);
    const [first = ''] = priced;
    const only = ['tests.test_price.PriceTest', 'shop.price', 'tests.gone'];
    const report = await run('testing-unittest', 'python -m unittest', { only, except: [first] });
    expect(Object.keys(statuses(report)).sort()).toEqual([...priced.slice(1), 'tests.gone'].sort());
    expect(statuses(report)).toMatchObject({ 'tests.gone': 'error' });
    const rest = await run('testing-unittest', 'python -m unittest', { except: priced });
    expect(statuses(rest)).toEqual(
      Object.fromEntries(Object.entries(statuses(all)).filter(([id]) => !priced.includes(id))),
    );
  });

  it('unittest: stops at the first that does not pass, when told to', async () => {
    const report = await run('testing-unittest', 'python -m unittest tests.test_price.PriceTest', {
      failFast: true,
    });
    expect(report.results.filter(({ status }) => !['passed', 'skipped'].includes(status))).toHaveLength(1);
  });

  const shape = (name: string) => `shapes.tests.AreaTests.${name}`;

  it('django: a result for each test, as it prints them and as it takes them', async () => {
    const command = 'python tests/runtests.py --parallel 3 --settings quick --failfast';
    const report = await run('testing-django', command, { coverage: true });
    expect(report).toMatchObject({ runner: 'django', end: 'finished', exitCode: 1, idRoot: 'tests' });
    expect(statuses(report)).toEqual({
      'broken.tests': 'error',
      'runners.tests.NestedTests.test_nested': 'passed',
      [shape('test_area')]: 'passed',
      [shape('test_endless')]: 'timeout',
      [shape('test_negative')]: 'error',
      [shape('test_skipped')]: 'skipped',
      [shape('test_wrong')]: 'failed',
    });
    const negative = report.results.find(({ id }) => id === shape('test_negative'));
    expect(negative).toMatchObject({
      printed: expect.stringMatching(/^test_negative \(shapes\.tests\.AreaTests(\.test_negative)?\)$/),
      message: expect.stringContaining('ValueError: negative: -1'),
      frames: [
        { path: 'tests/shapes/tests.py', line: 15, function: 'test_negative' },
        { path: 'django/area.py', line: 3, function: 'area' },
      ],
    });
    expect(report.coverage[shape('test_negative')]?.['django/area.py']).toEqual([2, 3]);
  });

  it('django: only the tests that are asked for, each once and with a result', async () => {
    const only = [shape('test_area'), 'shapes.tests', shape('test_gone'), 'gone.tests.X.test_y'];
    const except = [shape('test_endless')];
    const report = await run('testing-django', './tests/runtests.py broken', { only, except });
    expect(report.results.map(({ id, status }) => [id, status]).sort()).toEqual([
      ['gone.tests.X.test_y', 'error'],
      [shape('test_area'), 'passed'],
      [shape('test_gone'), 'error'],
      [shape('test_negative'), 'error'],
      [shape('test_skipped'), 'skipped'],
      [shape('test_wrong'), 'failed'],
    ]);
  });

  it('django: stops at the first that does not pass, keeps a result class of its own', async () => {
    const command = 'cd tests && python runtests.py --debug-sql shapes.tests';
    const report = await run('testing-django', command, { failFast: true });
    expect(report).toMatchObject({ runner: 'django', idRoot: 'tests' });
    expect(statuses(report)).toEqual({ [shape('test_area')]: 'passed', [shape('test_endless')]: 'timeout' });
    expect(report.outputTail).toContain('<sql>');
  });

  it('django: picks the tests itself where the script takes no names', async () => {
    const only = [shape('test_area'), 'runners.tests', shape('test_gone')];
    const report = await run('testing-django', 'python simple/runtests.py', { only });
    expect(statuses(report)).toEqual({
      [shape('test_area')]: 'passed',
      'runners.tests.NestedTests.test_nested': 'passed',
      [shape('test_gone')]: 'error',
    });
  });

  const sum = (name: string) => `sympy/core/tests/test_add.py:${name}`;

  it('sympy: a result for each test', async () => {
    const report = await run('testing-sympy', 'bin/test --timeout 5', { coverage: true });
    expect(report).toMatchObject({ runner: 'sympy', end: 'finished', exitCode: 1 });
    expect(statuses(report)).toEqual({
      [sum('test_add')]: 'passed',
      [sum('test_wrong')]: 'failed',
      [sum('test_raises')]: 'error',
      [sum('test_skipped')]: 'skipped',
      [sum('test_known')]: 'skipped',
      [sum('test_endless')]: 'timeout',
      'sympy/core/tests/test_broken.py': 'error',
    });
    expect(report.results.find(({ id }) => id === sum('test_raises'))).toMatchObject({
      printed: 'test_raises',
      message: expect.stringContaining('TypeError: nothing to add to'),
      frames: expect.arrayContaining([{ path: 'sympy/core/add.py', line: 3, function: 'add' }]),
    });
    expect(report.coverage[sum('test_raises')]).toEqual({
      'sympy/core/add.py': [2, 3],
      'sympy/core/tests/test_add.py': [14],
    });
  });

  it('sympy: only the tests that are asked for, each with a result', async () => {
    const only = ['sympy/core/tests/test_add.py', sum('test_gone'), 'sympy/gone.py:test_x'];
    const except = [sum('test_endless'), sum('test_raises')];
    const report = await run('testing-sympy', 'python bin/test -k nothing no/such', { only, except });
    expect(statuses(report)).toEqual({
      [sum('test_add')]: 'passed',
      [sum('test_wrong')]: 'failed',
      [sum('test_skipped')]: 'skipped',
      [sum('test_known')]: 'skipped',
      [sum('test_gone')]: 'error',
      'sympy/gone.py:test_x': 'error',
    });
    const one = await run('testing-sympy', 'bin/test', { only: [sum('test_add')] });
    expect(statuses(one)).toEqual({ [sum('test_add')]: 'passed' });
  });

  it('sympy: stops at the first that does not pass; runs without a script', async () => {
    const code = 'python -c "import sympy; sympy.test()"';
    const report = await run('testing-sympy', code, { failFast: true });
    expect(statuses(report)).toEqual({ [sum('test_add')]: 'passed', [sum('test_wrong')]: 'failed' });
  });

  it('a plain command: its exit status decides', async () => {
    const good = await run('testing-pytest', `X=1 sh -c 'test $X = 1'`);
    expect(good).toMatchObject({ runner: 'command', end: 'finished', exitCode: 0, coverage: {} });
    expect(good.results).toMatchObject([
      { id: expect.stringContaining('sh -c'), status: 'passed', message: null },
    ]);
    const bad = await run('testing-pytest', 'echo why >&2 && false');
    expect(bad.results).toMatchObject([{ status: 'failed', message: expect.stringContaining('why') }]);
    const slow = await run('testing-pytest', 'sleep 473', { wallMs: 500 });
    expect(slow).toMatchObject({ end: 'timeout', results: [{ status: 'timeout' }] });
  });

  const junit = (testCommand: string, more: Partial<TestRequest> = {}) => {
    const command = { text: testCommand, from: 'mendgraph.yaml', junit: 'out/report.xml' };
    return runSettings('testing-pytest', typed('', { command }), more);
  };
  const report = (cases: string) =>
    `mkdir -p out && echo '<testsuite>${cases}</testsuite>' > out/report.xml; echo printed; exit 3`;

  it('a command that writes a report: its tests, and the exit status', async () => {
    const cases =
      '<testcase classname="a.B" name="c" time="2"/><testcase classname="a.B" name="d"><error/></testcase>';
    const all = await junit(report(cases));
    expect(all).toMatchObject({ runner: 'junit', end: 'finished', exitCode: 3, outputTail: 'printed' });
    expect(statuses(all)).toEqual({ 'a.B.c': 'passed', 'a.B.d': 'error' });
    expect(statuses(await junit(report(cases), { only: ['a.B.d'] }))).toEqual({ 'a.B.d': 'error' });
    expect(statuses(await junit(report(cases), { only: ['a'], except: ['a.B.d'] }))).toEqual({
      'a.B.c': 'passed',
    });
    const cut = await junit(report('<testcase name="a"/><testcase'));
    expect(cut).toMatchObject({ runner: 'junit', note: expect.stringContaining('only in part') });
  });

  it('a command whose report is of before, or never written: says so, and the exit status decides', async () => {
    expect(existsSync(join(base, 'testing-pytest', 'out', 'report.xml'))).toBe(true);
    const stale = await junit('true');
    expect(stale).toMatchObject({
      runner: 'command',
      note: expect.stringContaining('from before the run'),
      results: [{ id: 'true', status: 'passed' }],
    });
    rmSync(join(base, 'testing-pytest', 'out'), { recursive: true });
    const missing = await junit('false');
    expect(missing).toMatchObject({
      runner: 'command',
      note: expect.stringContaining('was not written'),
      results: [{ id: 'false', status: 'failed' }],
    });
  });

  it('keeps to the limits and the exceptions of the settings', async () => {
    const command = { text: 'pytest tests/unit', from: 'mendgraph.yaml' };
    const settings = typed('', { command, limits: { testMs: 300 }, except: [shop('test_wrong')] });
    const report = await runSettings('testing-pytest', settings, { testMs: 60_000 });
    expect(statuses(report)).toMatchObject({ [shop('test_endless')]: 'timeout' });
    expect(statuses(report)).not.toHaveProperty([shop('test_wrong')]);
    const short = typed('', { command: { text: 'sleep 474', from: 'x' }, limits: { wallMs: 300 } });
    expect((await runSettings('testing-pytest', short)).end).toBe('timeout');
  });

  it('a plain command finds the programs of the environment first', async () => {
    const report = await run('testing-pytest', 'python -c "import pytest"');
    expect(report.results[0]?.status).toBe('passed');
  });

  it('a command that does not exist is an error that says what to do', async () => {
    await expect(run('testing-pytest', 'mendgraph-no-such-program x')).rejects.toMatchObject({
      code: 'TEST_COMMAND',
      hint: expect.any(String),
    });
  });

  it('used the server throughout, but where a test killed it', () => {
    const lost = messages.filter((message) => message.includes('server ended'));
    expect(lost).toHaveLength(kind === 'bubblewrap' ? 1 : 0);
  });
};

describe.skipIf(lacksPytest())('test runner in a process', () => suite('process'));
describe.skipIf(lacksPytest() || lacksBubblewrap())('test runner in bubblewrap', () => suite('bubblewrap'));
