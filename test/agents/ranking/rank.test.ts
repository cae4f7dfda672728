import { describe, expect, it } from 'vitest';
import type { Candidate, Evidence } from '../../../agents/domain/candidate.ts';
import { normalisePatch, patchSize } from '../../../agents/ranking/normalise-patch.ts';
import { rank } from '../../../agents/ranking/rank.ts';
import type { JudgedCandidate } from '../../../agents/ranking/standing.ts';
import { entityId } from '../../../graph/domain/entity.ts';

const diff = (...lines: string[]) =>
  ['diff --git a/m.py b/m.py', '--- a/m.py', '+++ b/m.py', '@@ -1,2 +1,2 @@', ' def f():', ...lines].join(
    '\n',
  );

function judged(
  id: string,
  evidence: Partial<Evidence>,
  patch = diff('-  a', '+  b'),
  prior = 0.5,
): JudgedCandidate {
  const candidate: Candidate = {
    id,
    edits: [],
    summary: id,
    template: 't',
    entityId: entityId('m.py', 'f'),
    prior,
  };
  return {
    candidate,
    patch,
    evidence: {
      candidateId: id,
      verdict: 'validated',
      fixed: ['t::a'],
      stillFailing: [],
      broken: [],
      regressionsPassed: 10,
      regressionsRun: 10,
      seconds: 1,
      message: null,
      ...evidence,
    },
  };
}

const order = (list: JudgedCandidate[]) => rank(list).map(({ candidate }) => candidate.id);

describe('rank', () => {
  it('puts no unvalidated candidate above a validated one, whatever else speaks for it', () => {
    const weak = judged('weak', { regressionsPassed: 0, regressionsRun: 0 }, diff('-  a', '+  b', '+  c'), 0);
    const others = (['regression', 'unproven', 'not-fixed', 'timeout'] as const).map((verdict) =>
      judged(verdict, { verdict, regressionsPassed: 999, fixed: ['x', 'y'] }, undefined, 1),
    );
    expect(order([...others, weak])[0]).toBe('weak');
  });

  it('prefers more regression tests passed, then more failing tests repaired', () => {
    expect(order([judged('a', { regressionsPassed: 9 }), judged('b', {})])).toEqual(['b', 'a']);
    expect(order([judged('a', {}), judged('b', { fixed: ['t::a', 't::b'] })])).toEqual(['b', 'a']);
  });

  it('counts votes on normalised patches before size', () => {
    const small = judged('small', {}, diff('-  a', '+  b'));
    const twins = [
      judged('twin1', {}, diff('-  a', '+  bb', '+  cc')),
      judged('twin2', {}, diff('-  a', '+  bb  # why', '+    cc', '+', '+# a note')),
    ];
    expect(order([small, ...twins])).toEqual(['twin1', 'twin2', 'small']);
    expect(rank([small, ...twins])[1]?.because).toContain(
      'more candidates make the same change (2 against 1)',
    );
  });

  it('prefers the smaller patch, then the prior, then the id, and ignores the order it was given', () => {
    const list = [
      judged('d', {}, diff('-  a', '+  b', '+  c')),
      judged('c', {}, diff('-  a', '+  long'), 1),
      judged('b', {}, diff('-  x', '+  y'), 0.4),
      judged('e', {}, diff('-  u', '+  v'), 0.6),
      judged('a', {}, diff('-  p', '+  q'), 0.4),
    ];
    expect(order(list)).toEqual(['e', 'a', 'b', 'c', 'd']);
    expect(order(list.toReversed())).toEqual(['e', 'a', 'b', 'c', 'd']);
    expect(rank(list).map((one) => one.rank)).toEqual([1, 2, 3, 4, 5]);
  });

  it('calls only validated candidates confirmed', () => {
    for (const verdict of [
      'regression',
      'unproven',
      'not-fixed',
      'timeout',
      'does-not-parse',
      'does-not-apply',
    ] as const)
      expect(rank([judged('a', { verdict, broken: ['t::z'] })])[0]?.because).toMatch(/^Not confirmed/);
    expect(rank([judged('a', {})])[0]?.because).toBe(
      'Confirmed: 1 test that failed on the base passes now, and 10 of 10 that passed before still pass.',
    );
  });

  it('says what decided against the next', () => {
    const [first] = rank([judged('a', {}), judged('b', { verdict: 'regression', broken: ['t::z'] })]);
    expect(first?.because).toContain('It stands above the next because the tests say more for it.');
  });

  it('ranks nothing for nothing', () => expect(rank([])).toEqual([]));
});

describe('normalisePatch', () => {
  it('keeps a hash inside a string and tells files apart', () => {
    expect(normalisePatch(diff("+  x = '#1' # no"))).toBe("b/m.py +x='#1'");
    expect(normalisePatch(diff('+  a').replaceAll('m.py', 'n.py'))).not.toBe(normalisePatch(diff('+  a')));
  });

  it('counts lines that look like headers inside a hunk', () => {
    expect(patchSize(diff('--- a', '+++ b'))).toEqual({ lines: 2, characters: 8 });
  });

  it('is linear on hostile lines', () => {
    const started = performance.now();
    normalisePatch(diff(`+${'"\\'.repeat(200_000)}`));
    expect(performance.now() - started).toBeLessThan(2_000);
  });
});
