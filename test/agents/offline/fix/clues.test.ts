import { describe, expect, test } from 'vitest';
import { readClues, type Symptom } from '../../../../agents/offline/fix/clues.ts';
import { fixInput } from '../../../builders/fix-input.ts';

const symptomsOf = (said: string) => readClues(fixInput({ source: '', said, issue: 'broken' })).symptoms;

describe('readClues', () => {
  test.each<[string, Symptom]>([
    ["TypeError: 'NoneType' object is not iterable", 'none-value'],
    ['IndexError: list index out of range', 'index'],
    ["KeyError: 'a'", 'key'],
    ['RecursionError: maximum recursion depth exceeded', 'recursion'],
    ['ValueError: not enough values to unpack (expected 2, got 1)', 'unpack'],
    ['UnboundLocalError: x', 'name'],
    ['ZeroDivisionError: division by zero', 'zero-division'],
    ['Failed: DID NOT RAISE <class ValueError>', 'not-raised'],
    ['TypeError: f() missing 1 required positional argument', 'arguments'],
    ['RuntimeError: dictionary changed size during iteration', 'changed-size'],
    ['Failed: Timeout >1.0s', 'timeout'],
  ])('%s', (said, symptom) => {
    expect(symptomsOf(said)).toContain(symptom);
  });

  test('finds no symptom in plain words', () => {
    expect([...symptomsOf('something else')]).toEqual([]);
  });

  test('reads words, quoted texts and numbers of issue and failure', () => {
    const clues = readClues(
      fixInput({ source: '', issue: 'get_total gives `x y`', said: "assert 12 == 'abc'" }),
    );
    expect(clues.words).toContain('get_total');
    expect(clues.strings).toEqual(expect.arrayContaining(['x y', 'abc']));
    expect(clues.numbers).toEqual(['12']);
  });

  test('is quick on a hostile text', () => {
    const started = performance.now();
    readClues(fixInput({ source: '', issue: `${"'".repeat(200_000)}${'a'.repeat(800_000)}` }));
    expect(performance.now() - started).toBeLessThan(2_000);
  });
});
