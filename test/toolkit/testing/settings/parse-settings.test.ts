import { describe, expect, it } from 'vitest';
import { MendError } from '../../../../graph/kernel/errors.ts';
import { parseSettings } from '../../../../toolkit/testing/settings/parse-settings.ts';

function refusal(text: string): { message: string; hint: string } {
  try {
    parseSettings(text, 'm.yaml');
  } catch (error) {
    if (error instanceof MendError && error.code === 'CONFIG_INVALID')
      return { message: error.message, hint: error.hint ?? '' };
    throw error;
  }
  throw new Error('it was taken');
}

describe('parseSettings', () => {
  it('reads every setting', () => {
    const text = `
python: .venv/bin/python   # a comment
test: make check
junit: build/junit.xml
directory: checks
env:
  MODE: quick
  LEVEL: 3
  DEBUG: true
timeout:
  test: 2.5
  whole: 600
except:
  - tests/test_a.py::test_b
`;
    expect(parseSettings(text, 'm.yaml')).toEqual({
      python: '.venv/bin/python',
      test: 'make check',
      junit: 'build/junit.xml',
      directory: 'checks',
      env: { MODE: 'quick', LEVEL: '3', DEBUG: 'true' },
      timeout: { test: 2.5, whole: 600 },
      except: ['tests/test_a.py::test_b'],
    });
  });

  it.each(['', '\n\n', '# nothing\n', '---\n', '{}', 'null'])('takes %j for no settings', (text) => {
    expect(parseSettings(text, 'm.yaml')).toEqual({});
  });

  it.each([
    ['an unknown key', 'python: python3\ntset: pytest', 'm.yaml, line 2: there is no setting tset', 'test?'],
    ['an unknown key within', 'timeout:\n  tets: 3', 'm.yaml, line 2: there is no setting tets', 'test?'],
    ['a key like no other', 'colour: red', 'line 1: there is no setting colour', 'settings are python,'],
    ['__proto__', '__proto__: {test: x}', 'line 1: there is no setting __proto__', 'settings are'],
    [
      'a list for a command',
      'test: [pytest]',
      'm.yaml, line 1: test must be a command',
      'test: pytest tests',
    ],
    ['an empty command', 'test: ""', 'test must be a command, and is empty', 'test: pytest'],
    [
      'a text for a number',
      'timeout:\n  test: soon',
      'line 2: timeout.test must be a number of',
      'timeout: {',
    ],
    ['a number for a table', 'timeout: 5', 'timeout must have test and whole, in seconds', 'timeout: {'],
    ['no time at all', 'timeout: {whole: 0}', 'timeout.whole must be more than 0', ''],
    ['endless time', 'timeout: {whole: .inf}', 'timeout.whole', ''],
    ['a list', '- test', 'm.yaml: the file must be settings', 'test: pytest'],
    ['a text', 'pytest', 'm.yaml: the file must be settings', ''],
    ['a reserved variable', 'env:\n  A: 1\n  PATH: /evil', 'line 3: env.PATH is set by mendgraph itself', ''],
    ['our own variable', 'env: {MENDGRAPH_CHANNEL: "3"}', 'is set by mendgraph itself', ''],
    ['a bad name', 'env: {"A B": 1}', 'env.A B is no name of a variable', ''],
    ['a nested variable', 'env: {A: [1]}', 'env.A must be text', ''],
    ['an absolute report', 'test: x\njunit: /tmp/x.xml', 'line 2: junit must be relative', 'junit: build'],
    ['a report outside', 'test: x\njunit: a/../../x.xml', 'must not lead out of the repository', ''],
    ['a folder outside', 'test: x\ndirectory: ..', 'must not lead out of the repository', ''],
    ['a folder at home', 'test: x\ndirectory: ~/x', 'must be relative', ''],
    ['a report of no command', 'junit: out.xml', 'line 1: junit belongs to a command', 'junit: build'],
    ['a NUL', 'test: "a\\0b"', 'must not hold a NUL', ''],
    ['a key twice', 'test: a\ntest: b', 'm.yaml, line 2: Map keys must be unique', 'correct the YAML'],
    ['no YAML', 'test: "a', 'm.yaml, line', 'correct the YAML'],
    ['two documents', 'test: a\n---\ntest: b', 'm.yaml, line', ''],
    ['a tag', 'test: !!js/function "x"', 'm.yaml, line 1', 'leave the tag'],
    ['a tag of its own', 'test: !exec ls', 'm.yaml, line 1', 'leave the tag'],
    ['brackets without end', '['.repeat(50_000), 'nested too deep', ''],
    ['indentation without end', `${'- '.repeat(30_000)}x`, 'nested too deep', ''],
    [
      'a bomb of anchors',
      `a: &a [x,x,x,x]\nb: &b [*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b]\nd: [*c,*c,*c,*c]`,
      'too many uses of anchors',
      'write the values out',
    ],
  ])('refuses %s', (_, text, message, hint) => {
    const refused = refusal(text);
    expect(refused.message).toContain(message);
    expect(refused.hint).toContain(hint);
    expect(refused.hint).not.toBe('');
  });

  it('is not slowed down by blanks between dashes', () => {
    const text = `${`-${' '.repeat(2_000)}`.repeat(18)}x`;
    const started = performance.now();
    expect(() => parseSettings(text, 'm.yaml')).toThrow();
    expect(performance.now() - started).toBeLessThan(2_000);
  });

  it('never takes text for more than text', () => {
    expect(parseSettings('env: {A: 2024-01-01, B: "yes", C: 0x10, D: no}', 'm.yaml').env).toEqual({
      A: '2024-01-01',
      B: 'yes',
      C: '16',
      D: 'no',
    });
  });
});
