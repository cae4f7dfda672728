import { describe, expect, it } from 'vitest';
import { graphOfSources } from './fixture.ts';

const functions = 'def a(): pass\ndef b(): pass\ndef c(): pass\n';

async function calledAfter(body: string): Promise<string[]> {
  const { relations } = await graphOfSources({ 'm.py': `${functions}${body}` });
  return relations.filter(({ kind }) => kind === 'CALLS').map(({ dst }) => dst.replace('m.py:', ''));
}

describe('branches of which one must run', () => {
  it.each([
    ['if and else', 'f = a\nif x:\n    f = b\nelse:\n    f = c\nf()\n', ['b', 'c']],
    ['elif too', 'f = a\nif x:\n    f = b\nelif y:\n    f = c\nelse:\n    f = c\nf()\n', ['b', 'c']],
    ['no else', 'f = a\nif x:\n    f = b\nelif y:\n    f = c\nf()\n', ['a', 'b', 'c']],
    ['a branch without a value', 'f = a\nif x:\n    f = b\nelse:\n    pass\nf()\n', ['a', 'b']],
    [
      'a branch that leaves',
      'f = a\nwhile x:\n    if x:\n        f = b\n    else:\n        break\n    f()\n',
      ['b'],
    ],
    [
      'a value for some of a branch',
      'f = a\nif x:\n    f = b\nelse:\n    if y:\n        f = c\nf()\n',
      ['a', 'b', 'c'],
    ],
    [
      'inside another branch',
      'f = a\nif z:\n    if x:\n        f = b\n    else:\n        f = c\nf()\n',
      ['a', 'b', 'c'],
    ],
    [
      'a match that takes all',
      'f = a\nmatch x:\n    case 1:\n        f = b\n    case _:\n        f = c\nf()\n',
      ['b', 'c'],
    ],
    [
      'a match that may not',
      'f = a\nmatch x:\n    case 1:\n        f = b\n    case 2:\n        f = c\nf()\n',
      ['a', 'b', 'c'],
    ],
  ])('%s', async (_what, body, expected) => {
    expect(await calledAfter(body)).toEqual(expected);
  });
});

describe('__all__', () => {
  const shown = async (all: string, extra: Record<string, string> = {}): Promise<string[]> => {
    const { relations } = await graphOfSources({
      'lib.py': `${all}\ndef a(): pass\ndef b(): pass\n`,
      'm.py': 'from lib import *\na()\nb()\n',
      ...extra,
    });
    return relations.filter(({ kind, src }) => kind === 'CALLS' && src === 'm.py').map(({ dst }) => dst);
  };

  it.each([
    ['none', '', ['lib.py:a', 'lib.py:b']],
    ['a list', "__all__ = ['a']", ['lib.py:a']],
    ['a sum', "__all__ = ['a'] + ['b']", ['lib.py:a', 'lib.py:b']],
    ['steps', "__all__ = []\n__all__ += ('b',)", ['lib.py:b']],
    ['calls', "__all__ = []\n__all__.append('a')\n__all__.extend(['x'])", ['lib.py:a']],
    ['what is not known', '__all__ = names()', ['lib.py:a', 'lib.py:b']],
    ['another module', 'import other\n__all__ = other.__all__', ['lib.py:b']],
    ['a circle', 'import lib\n__all__ = lib.__all__', ['lib.py:a', 'lib.py:b']],
  ])('%s', async (_what, all, expected) => {
    expect(await shown(all, { 'other.py': "__all__ = ['b']\nb = 1\n" })).toEqual(expected);
  });
});
