import type { Scope, ScopeIndex } from '../../domain/facts.ts';
import { noTerms, type TermCounts, termCounts } from '../../domain/term-counts.ts';
import { countTerms } from '../../query/terms.ts';
import type { Frame, Reading } from './reading.ts';

/** Begins a scope inside the current one and makes it the current one; `leave` ends it. */
export function enter(reading: Reading, kind: Scope['t']): Frame {
  const frame: Frame = {
    // The place is taken at once: scopes are numbered in order of their beginnings.
    index: reading.scopes.push(placeholder) - 1,
    kind,
    parent: reading.frame,
    body: [],
    branches: [],
    globals: new Set(),
    holes: [],
    conditional: 0,
    isGenerator: false,
  };
  reading.frame = frame;
  return frame;
}

const placeholder: Scope = {
  t: 'comprehension',
  parent: null,
  startLine: 1,
  defLine: 1,
  endLine: 1,
  body: [],
  conditional: false,
  terms: noTerms,
};

export const withBranches = <T extends Scope>({ branches }: Frame, scope: T): T =>
  branches.length > 0 ? { ...scope, branches } : scope;

/** Ends the current scope, which `enter` began, with what it turned out to be. */
export function leave(reading: Reading, frame: Frame, scope: Scope): ScopeIndex {
  reading.scopes[frame.index] = withBranches(frame, scope);
  if (frame.parent) reading.frame = frame.parent;
  return frame.index;
}

/** The nearest scope outwards, itself included, that is not of one of these kinds. */
export function nearest(frame: Frame, ...passed: readonly Scope['t'][]): Frame {
  let found = frame;
  while (found.parent && passed.includes(found.kind)) found = found.parent;
  return found;
}

/** Terms of the text between two offsets, without the definitions nested in it. */
export function ownTerms({ text }: Reading, { holes }: Frame, from: number, to: number): TermCounts {
  const counts = new Map<string, number>();
  let at = from;
  for (let i = 0; i + 1 < holes.length; i += 2) {
    countTerms(text, at, holes[i] ?? at, counts);
    at = holes[i + 1] ?? at;
  }
  countTerms(text, at, to, counts);
  return termCounts(counts);
}

/** Takes a definition's text out of what is around it. */
export function addHole(reading: Reading, from: number, to: number): void {
  nearest(reading.frame, 'lambda', 'comprehension').holes.push(from, to);
}
