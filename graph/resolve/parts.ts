import type { Expression } from '../domain/facts.ts';

type Compound = Exclude<Expression, { t: 'const' | 'name' | 'attr' | 'call' | 'lambda' | 'comp' }>;

/** The expressions that one of these is made of, in order of evaluation. */
export function partsOf(of: Compound): readonly Expression[] {
  switch (of.t) {
    case 'item':
      return [of.of, of.index];
    case 'tuple':
    case 'list':
    case 'set':
      return of.items;
    case 'dict':
      return of.entries.flatMap(([key, value]) => (key ? [key, value] : [value]));
    case 'star':
    case 'await':
      return [of.of];
    case 'choice':
      return of.test ? [of.test, ...of.options] : of.options;
    case 'binary':
      return [of.left, of.right];
    case 'walrus':
      return [of.value];
    case 'other':
      return of.parts;
  }
}
