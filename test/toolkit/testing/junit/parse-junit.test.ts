import { describe, expect, it } from 'vitest';
import { JunitReader } from '../../../../toolkit/testing/junit/parse-junit.ts';

function read(...pieces: readonly string[]) {
  const reader = new JunitReader();
  for (const piece of pieces) if (!reader.write(piece)) break;
  return reader.end();
}

const suite = (cases: string) =>
  `<?xml version="1.0"?><testsuites><testsuite>${cases}</testsuite></testsuites>`;

describe('JunitReader', () => {
  it('reads what pytest writes', () => {
    const { results, complaint } = read(
      suite(`
        <testcase classname="tests.test_a" name="test_ok" time="0.012"/>
        <testcase classname="tests.test_a.TestB" name="test_bad[1 &lt; 2]" time="1,200.5">
          <system-out><![CDATA[<failure> printed]]></system-out>
          <failure message="assert 1 == 2">def test_bad():
&gt;       assert 1 == 2

tests/test_a.py:7: AssertionError
shop/cart.py:12: in total
</failure>
        </testcase>
        <testcase classname="tests.test_a" name="test_skipped"><skipped type="pytest.skip" message="no"/></testcase>`),
    );
    expect(complaint).toBeNull();
    expect(results).toEqual([
      { id: 'tests.test_a.test_ok', status: 'passed', seconds: 0.012, message: null, frames: [] },
      {
        id: 'tests.test_a.TestB.test_bad[1 < 2]',
        status: 'failed',
        seconds: 1200.5,
        message: expect.stringMatching(/^assert 1 == 2\ndef test_bad/),
        frames: [
          { path: 'tests/test_a.py', line: 7, function: '' },
          { path: 'shop/cart.py', line: 12, function: '' },
        ],
      },
      {
        id: 'tests.test_a.test_skipped',
        status: 'skipped',
        seconds: 0,
        message: 'pytest.skip: no',
        frames: [],
      },
    ]);
  });

  it('reads a lone suite, cut anywhere, and tracebacks as Python prints them', () => {
    const text = `<testsuite><testcase name="t" file="a.py"><error type="E">
  File "a.py", line 3, in f
  File "/usr/lib/x.py", line 4, in g
  File "../b.py", line 4, in h</error></testcase></testsuite>`;
    const whole = read(text);
    expect(whole.results).toMatchObject([
      { id: 'a.py.t', status: 'error', frames: [{ path: 'a.py', line: 3, function: 'f' }] },
    ]);
    expect(read(...text)).toEqual(whole);
  });

  it('takes the worse of two entries of one test, and of two outcomes', () => {
    const { results } = read(
      suite(`<testcase name="a"/><testcase name="a"><failure/></testcase><testcase name="a"/>
        <testcase name="b"><skipped/><error message="teardown"/><failure/></testcase>`),
    );
    expect(results.map(({ id, status }) => [id, status])).toEqual([
      ['a', 'failed'],
      ['b', 'error'],
    ]);
  });

  it('keeps what came before the end of a report that was cut short', () => {
    const { results, complaint } = read(suite('<testcase name="a"/>').slice(0, -20));
    expect(results).toHaveLength(1);
    expect(complaint).toContain('no well-formed XML');
  });

  it.each([
    [
      'entities',
      '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><testsuite>&b;</testsuite>',
      'document type',
    ],
    ['a file', '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><testsuite/>', 'document type'],
    ['an unknown entity', '<testsuite><testcase name="&x;"/></testsuite>', 'undefined entity'],
    ['another document', '<html/>', 'begins with <html>'],
    ['no XML', 'hello', 'no well-formed XML'],
    ['nothing', '', 'no well-formed XML'],
    ['nesting', `<testsuite>${'<a>'.repeat(1_000)}`, 'nested more than 64 deep'],
    ['a wrong end', '<testsuite></testsuites>', 'no well-formed XML'],
  ])('refuses %s', (_, text, why) => {
    expect(read(text)).toMatchObject({ results: [], complaint: expect.stringContaining(why) });
  });

  it('is not filled up by what is too large', () => {
    const piece = 'x'.repeat(1_000_000);
    const reader = new JunitReader();
    reader.write('<testsuite><testcase name="a"><failure message="m">');
    for (let written = 0; written < 50; written += 1) reader.write(piece);
    reader.write('</failure></testcase></testsuite>');
    const [result] = reader.end().results;
    expect(result?.message?.length).toBeLessThanOrEqual(4_000);
    const { results, complaint } = read(suite('<testcase name="a" time="1e999"/>'.repeat(3) + many(200_001)));
    expect(complaint).toBe('it has more than 200000 tests');
    expect(results).toHaveLength(200_000);
  });
});

const many = (count: number) => Array.from({ length: count }, (_, n) => `<testcase name="t${n}"/>`).join('');
