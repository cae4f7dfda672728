import { describe, expect, it } from 'vitest';
import type { CodeEntity } from '../../../graph/domain/entity.ts';
import { graphOfSources } from './fixture.ts';

const source = `"""About it."""
LIMIT: int = 3
first, (second, *rest) = 1, (2, 3)
for index in []:
    pass
with open('x') as handle:
    pass
try:
    pass
except ValueError as error:
    seen = error
if (n := 4):
    LIMIT = n


@decorate(
    'x'
)
class Shape(Base, metaclass=Meta):
    """A shape."""

    kind = 'plain'

    def __init__(self, a, /, b: int = 1, *args, c, **kw) -> None:
        self.size: int = a
        local = b

        def later():
            self.late = local

    async def load(self):
        self.size = 2

    @classmethod
    def make(cls):
        cls.made = True

    @staticmethod
    def unit():
        global counter
        counter = 1

    @property
    def area(self):
        return 1

    @area.setter
    def area(self, value):
        pass


def load():
    pass


def load():
    pass
`;

const entities = async (): Promise<ReadonlyMap<string, CodeEntity>> => {
  const graph = await graphOfSources({ 'pkg/shapes.py': source, 'pkg/__init__.py': '' });
  return new Map(graph.entities.map((entity) => [entity.id, entity]));
};

const lines = (entity: CodeEntity | undefined) =>
  entity && [entity.span.startLine, entity.span.defLine, entity.span.endLine];

describe('entities', () => {
  it('are the files, classes, methods and variables of modules, classes and instances', async () => {
    const found = [...(await entities()).values()].map(({ kind, id }) => `${kind} ${id}`);
    expect(found.sort()).toEqual(
      [
        'file pkg/__init__.py',
        'file pkg/shapes.py',
        ...['LIMIT', 'first', 'second', 'rest', 'index', 'handle', 'error', 'seen', 'n', 'counter'].map(
          (name) => `variable pkg/shapes.py:${name}`,
        ),
        ...['kind', 'size', 'late'].map((name) => `variable pkg/shapes.py:Shape.${name}`),
        'class pkg/shapes.py:Shape',
        ...['__init__', '__init__.later', 'load', 'make', 'unit', 'area', 'area@2'].map(
          (name) => `method pkg/shapes.py:Shape.${name}`,
        ),
        'method pkg/shapes.py:load',
        'method pkg/shapes.py:load@2',
      ].sort(),
    );
  });

  it('have the lines of the source, decorators included', async () => {
    const found = await entities();
    expect(lines(found.get('pkg/shapes.py:Shape'))).toEqual([16, 19, 49]);
    expect(lines(found.get('pkg/shapes.py:Shape.area@2'))).toEqual([47, 48, 49]);
    expect(lines(found.get('pkg/shapes.py:LIMIT'))).toEqual([2, 2, 2]);
    expect(lines(found.get('pkg/shapes.py:counter'))).toEqual([41, 41, 41]);
    expect(lines(found.get('pkg/__init__.py'))).toEqual([1, 1, 1]);
  });

  it('are named as they are imported', async () => {
    const found = await entities();
    expect(found.get('pkg/__init__.py')?.qualifiedName).toBe('pkg');
    expect(found.get('pkg/shapes.py:Shape.__init__.later')?.qualifiedName).toBe(
      'pkg.shapes.Shape.__init__.later',
    );
    expect(found.get('pkg/shapes.py:Shape.size')?.qualifiedName).toBe('pkg.shapes.Shape.size');
  });

  it('tell what a method is and how it is called', async () => {
    const found = await entities();
    const roles = ['__init__', '__init__.later', 'load', 'make', 'unit', 'area'].map((name) => {
      const entity = found.get(`pkg/shapes.py:Shape.${name}`);
      return entity?.kind === 'method' ? entity.role : undefined;
    });
    expect(roles).toEqual(['constructor', 'function', 'instance', 'class', 'static', 'property']);
    expect(found.get('pkg/shapes.py:Shape.__init__')).toMatchObject({
      signature: 'def __init__(self, a, /, b: int = 1, *args, c, **kw) -> None',
    });
    expect(found.get('pkg/shapes.py:Shape.load')).toMatchObject({
      isAsync: true,
      signature: 'async def load(self)',
    });
  });

  it('tell where a variable lives and what it first was', async () => {
    const found = await entities();
    expect(found.get('pkg/shapes.py:LIMIT')).toMatchObject({
      scope: 'module',
      annotation: 'int',
      value: '3',
    });
    expect(found.get('pkg/shapes.py:Shape.kind')).toMatchObject({ scope: 'class', value: "'plain'" });
    expect(found.get('pkg/shapes.py:Shape.size')).toMatchObject({ scope: 'instance', annotation: 'int' });
  });

  it('belong to their classes, both ways', async () => {
    const { relations } = await graphOfSources({ 'pkg/shapes.py': source });
    const members = relations.filter(
      ({ src, kind }) => src === 'pkg/shapes.py:Shape' && kind.startsWith('HAS_'),
    );
    expect(members.map(({ dst }) => dst)).toHaveLength(9);
    for (const { src, dst } of members)
      expect(relations).toContainEqual({
        kind: 'BELONGS_TO',
        src: dst,
        dst: src,
        confidence: 'exact',
        sites: [],
      });
  });

  it('carry the terms of their own text', async () => {
    const { terms } = await graphOfSources({ 'a.py': 'def alpha():\n    return beta\n\ngamma = 1\n' });
    const of = (id: string) => terms.find((each) => each.id === id)?.terms;
    expect(of('a.py:alpha')).toEqual(expect.arrayContaining(['alpha', 'beta']));
    expect(of('a.py')).toContain('gamma');
    expect(of('a.py')).not.toContain('beta');
  });
});

describe('traits', () => {
  const traitsIn = async (...lines: readonly string[]) => {
    const { entities } = await graphOfSources({ 'a.py': `${lines.join('\n')}\n` });
    return Object.fromEntries(
      entities.flatMap((entity) =>
        'traits' in entity && entity.traits ? [[entity.id, entity.traits.join(' ')] as const] : [],
      ),
    );
  };

  it('tell overloads, abstract methods, generators and conditional definitions', async () => {
    expect(
      await traitsIn(
        'import typing, abc',
        'if typing.TYPE_CHECKING:',
        '    class Early: pass',
        'else:',
        '    def late(): yield 1',
        '@typing.overload',
        'def read(x: int) -> int: ...',
        'def read(x): return x',
        'class Base(abc.ABC):',
        '    @abc.abstractmethod',
        '    def run(self): ...',
        '    @overload_like',
        '    def plain(self): ...',
      ),
    ).toEqual({
      'a.py:Early': 'conditional',
      'a.py:late': 'conditional generator',
      'a.py:read': 'overload',
      'a.py:Base.run': 'abstract',
    });
  });

  it("tell a property's parts", async () => {
    expect(
      await traitsIn(
        'class A:',
        '    @property',
        '    def x(self): return 1',
        '    @x.setter',
        '    def x(self, value): pass',
        '    @x.deleter',
        '    def x(self): pass',
        '    @cached_property',
        '    def y(self): return 2',
      ),
    ).toEqual({
      'a.py:A.x': 'getter',
      'a.py:A.x@2': 'setter',
      'a.py:A.x@3': 'deleter',
      'a.py:A.y': 'getter',
    });
  });

  it('leave what a class is given by keyword', async () => {
    const { entities } = await graphOfSources({
      'a.py': 'class A(B, metaclass=M, flag=1, **rest): pass\nclass C(A): pass\n',
    });
    expect(entities.filter(({ kind }) => kind === 'class')).toMatchObject([
      { name: 'A', bases: ['B'], keywords: ['metaclass=M', 'flag=1', '**rest'] },
      { name: 'C', bases: ['A'] },
    ]);
    expect(entities.find(({ name }) => name === 'C')).not.toHaveProperty('keywords');
  });
});
