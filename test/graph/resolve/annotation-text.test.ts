import { describe, expect, it } from 'vitest';
import type { Expression } from '../../../graph/domain/facts.ts';
import { positionAt } from '../../../graph/domain/position.ts';
import { parseAnnotation } from '../../../graph/resolve/annotation-text.ts';

function render(of: Expression | undefined): string {
  if (!of) return '?';
  if (of.t === 'name') return of.id;
  if (of.t === 'attr') return `${render(of.of)}.${of.name}`;
  if (of.t === 'item') return `${render(of.of)}[${render(of.index)}]`;
  if (of.t === 'binary') return `(${render(of.left)}|${render(of.right)})`;
  if (of.t === 'tuple') return of.items.map(render).join(',');
  if (of.t === 'list') return `<${of.items.map(render).join(',')}>`;
  return of.t === 'const' ? `'${of.value ?? of.type}'` : of.t;
}

describe('parseAnnotation', () => {
  it.each([
    ['Cat', 'Cat'],
    [' a.b.Cat ', 'a.b.Cat'],
    ['Optional[a.Cat]', 'Optional[a.Cat]'],
    ['Dict[str, List[Cat]]', 'Dict[str,List[Cat]]'],
    ['Cat | Dog | None', "((Cat|Dog)|'None')"],
    ['Callable[[int, Cat], Dog]', 'Callable[<int,Cat>,Dog]'],
    ['Tuple[Cat, ...]', "Tuple[Cat,'Ellipsis']"],
    ["List['Cat']", "List['Cat']"],
  ])('reads %s', (text, expected) => {
    expect(render(parseAnnotation(text, positionAt(1, 1)))).toBe(expected);
  });

  it.each([
    '',
    'a cat',
    'List[',
    'f(x)',
    '1 + 2',
    'List[]',
    `${'L['.repeat(100)}x${']'.repeat(100)}`,
    'x'.repeat(600),
  ])('leaves %s', (text) => {
    expect(parseAnnotation(text, positionAt(1, 1))).toBeUndefined();
  });
});
