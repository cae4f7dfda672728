import { describe, expect, it } from 'vitest';
import { readIssue } from '../../../../agents/offline/locate/read-issue.ts';

const read = (text: string) => readIssue({ title: text.split('\n')[0] ?? '', text });

describe('readIssue', () => {
  it('reads frames of a Python traceback, the innermost at depth 0', () => {
    const { frames } = read(`Crash
Traceback (most recent call last):
  File "/usr/lib/python3/dist-packages/pkg/api.py", line 12, in get
    return call(url)
  File "C:\\env\\pkg\\core.py", line 7, in call
    raise ValueError("bad url")
ValueError: bad url given here`);
    expect(frames).toEqual([
      { path: '/usr/lib/python3/dist-packages/pkg/api.py', line: 12, function: 'get', depth: 1 },
      { path: 'C:/env/pkg/core.py', line: 7, function: 'call', depth: 0 },
    ]);
  });

  it('keeps two tracebacks apart', () => {
    const one = 'Traceback (most recent call last):\n  File "a.py", line 1, in f\nKeyError: 1\n';
    expect(read(`Two\n${one}\n${one}`).frames.map(({ depth }) => depth)).toEqual([0, 0]);
  });

  it('reads pytest and IPython frames', () => {
    const { frames } = read(`Fails
tests/test_a.py:5: in test_a
    f()
pkg/a.py:9: in f
~/lib/pkg/b.py in fit(self, X)
     10 x
---> 11     y()`);
    expect(frames.map(({ path, line, function: name }) => [path, line, name])).toEqual([
      ['tests/test_a.py', 5, 'test_a'],
      ['pkg/a.py', 9, 'f'],
      ['~/lib/pkg/b.py', 11, 'fit'],
    ]);
  });

  it('reads frames behind the marks of a runner', () => {
    const { frames } = read('T\nINTERNALERROR>   File "/lib/_pytest/main.py", line 191, in wrap_session\n');
    expect(frames).toEqual([{ path: '/lib/_pytest/main.py', line: 191, function: 'wrap_session', depth: 0 }]);
  });

  it('reads paths, with lines, and from links to a forge', () => {
    const { paths } = read(
      'See pkg/a.py:12 and b.py.\nhttps://forge.example/o/r/blob/main/src/pkg/c.py#L40 too, not https://x.example/d.py',
    );
    expect(paths).toEqual([
      { path: 'pkg/a.py', line: 12, context: 'title' },
      { path: 'b.py', line: null, context: 'title' },
      { path: 'src/pkg/c.py', line: 40, context: 'prose' },
    ]);
  });

  it('reads names by where they stand, and leaves out what a snippet defines', () => {
    const { names } = read(`BoundField is wrong
The method \`register_hook\` of pkg.models.Request drops hooks, e.g. here.
\`\`\`python
class MyForm(Form):
    own_field = IntegerField()
\`\`\``);
    const found = Object.fromEntries(names.map(({ name, context }) => [name, context]));
    expect(found).toMatchObject({
      BoundField: 'title',
      register_hook: 'marked',
      'pkg.models.Request': 'prose',
      IntegerField: 'called',
      Form: 'code',
    });
    expect(Object.keys(found)).not.toContain('MyForm');
    expect(Object.keys(found)).not.toContain('own_field');
    expect(Object.keys(found)).not.toContain('e.g');
  });

  it('keeps error messages and quoted sentences of three words', () => {
    const { messages } = read(
      'A\nValueError: cannot join two hooks\nIt says "no such hook here" and "short".',
    );
    expect(messages).toEqual(['cannot join two hooks', 'no such hook here']);
  });

  it('weighs words of the title most and drops those that say nothing', () => {
    const { words } = read('Redirects lose the fragment\nThe redirects should keep it. fragment fragment');
    expect(words[0]?.word).toBe('fragment');
    expect(words.map(({ word }) => word)).not.toContain('the');
  });

  it('is bounded on a hostile megabyte', () => {
    const hostile = [
      'a.'.repeat(250_000),
      `File "${'x'.repeat(100_000)}`,
      '`'.repeat(100_000),
      '"'.repeat(100_000),
      `${'a_'.repeat(50_000)}(`,
      '<!--'.repeat(50_000),
    ];
    const started = performance.now();
    for (const text of [...hostile, hostile.join('\n'), hostile.join(' \n').repeat(2)]) read(`T\n${text}`);
    expect(performance.now() - started).toBeLessThan(3_000);
  });

  it('reads an empty issue as no clues', () => {
    expect(read('')).toEqual({ frames: [], paths: [], names: [], messages: [], words: [] });
  });
});
