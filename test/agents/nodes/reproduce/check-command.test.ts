import { describe, expect, it } from 'vitest';
import { checkCommand } from '../../../../agents/nodes/reproduce/check-command.ts';
import type { TestReport, TestResult } from '../../../../toolkit/testing/types.ts';

const result = (status: TestResult['status'], message: string | null = null): TestResult => ({
  id: 'a',
  status,
  seconds: 0,
  message,
  frames: [],
});
const report = (results: TestResult[], end: TestReport['end'] = 'finished'): TestReport => ({
  runner: 'unittest',
  end,
  exitCode: 1,
  results,
  coverage: {},
  outputTail: 'usage: nothing here\n',
  seconds: 1,
});
const testing = (commandGiven: boolean, ...argv: string[]) => ({
  commandGiven,
  plan: {
    runner: 'unittest' as const,
    argv: ['python', ...argv] as [string, ...string[]],
    python: 'python',
    because: '',
  },
  runner: { run: () => Promise.reject(new Error('not run here')) },
});
const missing = result('error', "ModuleNotFoundError: No module named 'tests.test_x'");

describe('checkCommand', () => {
  it.each([
    { why: 'no test ran', results: [], code: 'TEST_COMMAND' },
    { why: 'the named module is not there', results: [missing], code: 'TEST_COMMAND' },
    { why: 'all pass', results: [result('passed'), result('skipped')], code: 'TEST_PASSES_ALREADY' },
  ])('refuses a command of the user when $why', ({ results, code }) => {
    const run = () => checkCommand(testing(true, '-m', 'unittest', 'tests.test_x.CaseTest'), report(results));
    expect(run).toThrow(expect.objectContaining({ code }));
  });

  it.each([
    { why: 'a test fails', given: true, results: [result('failed')], end: 'finished' as const },
    {
      why: 'another module is missing',
      given: true,
      results: [result('error', "No module named 'yaml'")],
      end: 'finished' as const,
    },
    { why: 'it did not come to its end', given: true, results: [], end: 'timeout' as const },
    { why: 'the command is our own', given: false, results: [], end: 'finished' as const },
  ])('lets it be when $why', ({ given, results, end }) => {
    expect(() =>
      checkCommand(testing(given, '-m', 'unittest', 'tests.test_x'), report(results, end)),
    ).not.toThrow();
  });

  describe('a command whose exit status decides', () => {
    const check = (exitCode: number, outputTail: string) =>
      checkCommand(
        { ...testing(true), plan: { ...testing(true).plan, runner: 'command', argv: ['sh', '-c', 'x'] } },
        { ...report([result('failed')]), runner: 'command', exitCode, outputTail },
      );

    it.each([
      [127, 'sh: 1: pytst: not found'],
      [126, 'sh: 1: ./run.sh: Permission denied'],
      [2, 'sh: 1: Syntax error: "(" unexpected'],
      [2, 'sh: 1: Bad substitution'],
      [2, "sh: line 1: syntax error near unexpected token `)'"],
    ])('is refused where it ends with %i and %j', (exitCode, tail) =>
      expect(() => check(exitCode, tail)).toThrow(
        expect.objectContaining({ code: 'TEST_COMMAND', hint: expect.stringContaining(tail) }),
      ),
    );

    it.each([
      [1, 'sh: 1: Syntax error: "(" unexpected'],
      [2, '2 tests failed'],
    ])('is taken as failing where it ends with %i and %j', (exitCode, tail) =>
      expect(() => check(exitCode, tail)).not.toThrow(),
    );
  });
});
