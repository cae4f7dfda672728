import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const script = resolve('scripts/bench/edges.mjs');

const relation = (kind: string, confidence: string, dstLine: number): string =>
  JSON.stringify({
    type: 'relation',
    kind,
    src: 'a.py:f',
    dst: 'b.py:g',
    srcFile: 'a.py',
    srcLine: null,
    dstFile: 'b.py',
    dstLine,
    confidence,
    sites: [{ file: 'a.py', line: 1, column: 1 }],
  });

const exported = [
  '{"type": "entity", "kind": "file", "file": "a.py"}',
  relation('CALLS', 'inferred', 1),
  relation('INSTANTIATES', 'exact', 2),
  relation('CALLS', 'candidate', 3),
  relation('INHERITS', 'exact', 4),
  relation('REFERENCES', 'exact', 5),
].join('\n');

function linesOf(...options: string[]): unknown[] {
  const printed = execFileSync('node', [script, ...options], { input: exported, encoding: 'utf8' });
  return printed
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
}

describe('edges for the scorers', () => {
  it('are those of a kind, candidates left out', () => {
    const place = { src_file: 'a.py', src_line: null, dst_file: 'b.py' };
    expect(linesOf()).toEqual([
      { ...place, dst_line: 1 },
      { ...place, dst_line: 2 },
    ]);
    expect(linesOf('--kind', 'inherits')).toEqual([{ ...place, dst_line: 4 }]);
  });

  it('are those of one grade, where it is asked for', () => {
    expect(linesOf('--grade', 'candidate')).toMatchObject([{ dst_line: 3 }]);
    expect(() => linesOf('--kind', 'uses')).toThrow();
  });
});
