import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { proofFiles } from '../../../toolkit/testing/proof-files.ts';
import { findTestFiles } from '../../../toolkit/testing/test-files.ts';
import type { TestPlan } from '../../../toolkit/testing/types.ts';

describe('proofFiles', () => {
  let root: string;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'mendgraph-proof-'));
    const write = (path: string, lines: number) => {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), `class T:\n  def test_a(self): pass\n${'#\n'.repeat(lines)}`);
    };
    write('tests/test_large.py', 50);
    write('tests/test_small.py', 1);
    write('tests/integration/test_tiny.py', 0);
    write('shop/tests.py', 2);
    write('other/test_other.py', 3);
    writeFileSync(join(root, 'tests/test_none.py'), 'x = 1');
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  const of = async (plan: Partial<TestPlan>) =>
    proofFiles(
      root,
      { runner: 'pytest', argv: ['pytest'], python: null, because: '', ...plan },
      await findTestFiles(root),
      9,
    );

  it('takes the smallest first, and what needs more than code last', async () => {
    expect(await of({})).toEqual([
      'tests/test_small.py',
      'other/test_other.py',
      'tests/test_large.py',
      'tests/integration/test_tiny.py',
    ]);
  });

  it('keeps to what the command names', async () => {
    expect(await of({ argv: ['pytest', '-q', 'tests/test_large.py::T'] })).toEqual(['tests/test_large.py']);
    expect(await of({ argv: ['pytest', 'other'] })).toEqual(['other/test_other.py']);
    expect(await of({ argv: ['pytest', '-m', 'quick', 'other/'] })).toEqual(['other/test_other.py']);
  });

  it('names them as the runner does', async () => {
    expect(await of({ runner: 'django', idRoot: 'shop' })).toEqual(['tests']);
    expect(await of({ runner: 'unittest', idRoot: 'other' })).toEqual(['test_other']);
    expect(await of({ runner: 'sympy' })).toEqual(['tests/test_small.py', 'tests/test_large.py']);
    expect(await of({ runner: 'command' })).toEqual([]);
  });
});
