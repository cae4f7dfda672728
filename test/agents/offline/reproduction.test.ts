import { describe, expect, it } from 'vitest';
import type { Locations } from '../../../agents/domain/location.ts';
import { createOfflineLocalizer } from '../../../agents/offline/localizer.ts';
import { chooseFailing } from '../../../agents/offline/reproduction.ts';
import type { TestReport, TestResult } from '../../../toolkit/testing/types.ts';
import { graphOf } from '../../builders/graph-of.ts';

const graph = graphOf(
  {
    'pkg/hooks.py': 'def register_hook(event, hook):\n    return [hook]\n',
    'pkg/net.py': 'def fetch(url):\n    return url\n',
    'tests/test_hooks.py':
      'class TestHooks:\n    def test_list(self):\n        register_hook(1, 2)\n\ndef test_other():\n    pass\n',
    'tests/test_net.py': 'def test_fetch():\n    fetch(1)\n',
  },
  [
    ['tests/test_hooks.py:TestHooks.test_list', 'CALLS', 'pkg/hooks.py:register_hook'],
    ['tests/test_net.py:test_fetch', 'CALLS', 'pkg/net.py:fetch'],
  ],
);

const failed = (
  id: string,
  message = 'AssertionError: 1 != 2',
  more: Partial<TestResult> = {},
): TestResult => ({
  id,
  status: 'failed',
  seconds: 0,
  message,
  frames: [],
  ...more,
});
const passed = (id: string): TestResult => ({ id, status: 'passed', seconds: 0, message: null, frames: [] });

const report = (results: TestResult[], runner: TestReport['runner'] = 'pytest'): TestReport => ({
  runner,
  end: 'finished',
  exitCode: 1,
  results,
  coverage: {},
  outputTail: '',
  seconds: 1,
});

async function choose(text: string, results: TestResult[], commandGiven = false) {
  const issue = { title: text.split('\n')[0] ?? '', text };
  const locations: Locations = await createOfflineLocalizer().locate({
    issue,
    repository: { graph, read: async () => undefined },
    reproduction: null,
  });
  const chosen = await chooseFailing({ issue, report: report(results), graph, locations, commandGiven });
  return { ids: chosen.failing.map(({ id }) => id), passing: chosen.passing, why: chosen.why };
}

const hookIssue = 'Hooks are lost\nA list given to `register_hook` is dropped.';
const hooksTest = 'tests/test_hooks.py::TestHooks::test_list[2]';

describe('chooseFailing', () => {
  it('takes the test that uses what the issue names, and leaves the network out', async () => {
    const network = failed('tests/test_net.py::test_fetch', 'requests.exceptions.ConnectionError: refused');
    const { ids, passing, why } = await choose(hookIssue, [
      network,
      failed(hooksTest),
      passed('tests/test_hooks.py::test_other'),
    ]);
    expect(ids).toEqual([hooksTest]);
    expect(passing).toEqual(['tests/test_hooks.py::test_other']);
    expect(why).toBe(
      '`test_list` fails on the base and it uses `pkg.hooks.register_hook`, which the issue points at. ' +
        '1 other failing test does not count: `test_fetch` needs the network.',
    );
  });

  it('takes none when nothing ties the failures to the issue', async () => {
    const many = Array.from({ length: 6 }, (_, index) => failed(`tests/test_misc.py::test_${index}_q`));
    const { ids, why } = await choose(hookIssue, many);
    expect(ids).toEqual([]);
    expect(why).toMatch(/^No failing test is tied to the issue\. 6 other failing tests do not count/);
  });

  it('takes the test that the issue names, even when it looks like the machine', async () => {
    const test = failed('tests/test_net.py::test_fetch', "ModuleNotFoundError: No module named 'x'");
    expect((await choose('Broken\ntest_fetch fails for me', [test])).ids).toEqual([test.id]);
  });

  it('takes the test with the issue message, and the one whose traceback ends where the issue points', async () => {
    const message = failed('tests/test_x.py::test_m', 'ValueError: hooks must be callable objects');
    expect((await choose('Broken\nValueError: hooks must be callable objects', [message])).ids).toEqual([
      message.id,
    ]);
    const frames = [{ path: 'pkg/hooks.py', line: 2, function: 'register_hook' }];
    const traced = failed('tests/test_x.py::test_t', 'AssertionError', { frames });
    const { ids, why } = await choose(hookIssue, [traced, failed('tests/test_x.py::test_z')]);
    expect(ids).toEqual([traced.id]);
    expect(why).toContain('its traceback goes through `pkg.hooks.register_hook`');
  });

  it('counts every failure of a named command, except those of the machine', async () => {
    const untied = failed('tests/test_misc.py::test_q');
    const network = failed('tests/test_misc.py::test_r', 'socket.gaierror: [Errno -2]');
    expect((await choose(hookIssue, [untied, network], true)).ids).toEqual([untied.id]);
    expect((await choose(hookIssue, [network], true)).ids).toEqual([network.id]);
  });

  it('takes of a named command what the issue plainly means, where the suite was red before', async () => {
    const meant = failed('tests/test_misc.py::test_meant_one');
    const red = failed('tests/test_misc.py::test_red_before');
    expect((await choose('`test_meant_one` fails since today', [meant, red], true)).ids).toEqual([meant.id]);
  });

  it('leaves out of a named command what fails before it reaches the project', async () => {
    const frame = (path: string) => ({ path, line: 3, function: 'f' });
    const library = failed('tests/test_misc.py::test_a', 'TypeError: Runner() got an unexpected keyword', {
      frames: [frame('tests/test_misc.py')],
    });
    const ours = failed('tests/test_misc.py::test_b', 'TypeError: no such hook', {
      frames: [frame('tests/test_misc.py'), frame('pkg/net.py')],
    });
    const asserted = failed('tests/test_misc.py::test_c', 'AssertionError: 1 != 2', {
      frames: [frame('tests/test_misc.py')],
    });
    const chosen = await choose('It is broken', [library, ours, asserted], true);
    expect(chosen.ids).toEqual([ours.id, asserted.id]);
    expect(chosen.why).toContain('1 other failing test does not count');
    expect((await choose('It is broken', [library], true)).ids).toEqual([library.id]);
  });

  it('reads unittest names', async () => {
    const test = failed('tests.test_hooks.TestHooks.test_list');
    expect((await choose(hookIssue, [test])).ids).toEqual([test.id]);
  });

  it('says so when nothing fails', async () => {
    expect(await choose(hookIssue, [passed('a')])).toEqual({
      ids: [],
      passing: ['a'],
      why: 'No test fails on the base.',
    });
  });

  it('lets the exit status of a plain command decide', async () => {
    const issue = { title: 'x', text: 'x' };
    const locations: Locations = { files: [], entities: [], lines: [] };
    const results = [failed('make check')];
    const chosen = await chooseFailing({
      issue,
      report: report(results, 'command'),
      graph,
      locations,
      commandGiven: true,
    });
    expect(chosen.failing).toEqual(results);
  });
});
