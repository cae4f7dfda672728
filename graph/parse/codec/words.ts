import type { BindingForm, Expression, ParameterFacts, Scope, Statement } from '../../domain/facts.ts';

// Written by their place in these lists: a new word goes to the end, and raises `extractorVersion`.

export const expressionWords: readonly Expression['t'][] = [
  'name',
  'attr',
  'call',
  'item',
  'const',
  'tuple',
  'list',
  'set',
  'dict',
  'star',
  'lambda',
  'comp',
  'await',
  'choice',
  'binary',
  'walrus',
  'other',
];

export const comprehensionWords: readonly Extract<Expression, { t: 'comp' }>['of'][] = [
  'list',
  'set',
  'dict',
  'generator',
];

export const statementWords: readonly Statement['t'][] = [
  'bind',
  'import',
  'from',
  'define',
  'use',
  'return',
  'yield',
  'yield-from',
  'global',
  'nonlocal',
  'narrow',
  'raise',
];

export const targetWords: readonly ('unpack' | 'name' | 'attr' | 'item' | 'star')[] = [
  'unpack',
  'name',
  'attr',
  'item',
  'star',
];

export const formWords: readonly BindingForm[] = [
  'assign',
  'augmented',
  'annotation',
  'for',
  'with',
  'except',
  'walrus',
  'pattern',
  'delete',
];

export const parameterWords: readonly ParameterFacts['kind'][] = [
  'positional',
  'normal',
  'var-positional',
  'keyword',
  'var-keyword',
];

export const scopeWords: readonly Scope['t'][] = ['module', 'class', 'function', 'lambda', 'comprehension'];
