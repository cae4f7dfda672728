import { describe, expect, it } from 'vitest';
import { dstar, ochiai } from '../../../../agents/offline/locate/by-coverage.ts';
import { byFrames } from '../../../../agents/offline/locate/by-frames.ts';
import { byMessages, messageRuns } from '../../../../agents/offline/locate/by-messages.ts';
import { byNames } from '../../../../agents/offline/locate/by-names.ts';
import { byModules, byPaths } from '../../../../agents/offline/locate/by-paths.ts';
import { byText, searchWords } from '../../../../agents/offline/locate/by-text.ts';
import { byWalk } from '../../../../agents/offline/locate/by-walk.ts';
import { indexFiles } from '../../../../agents/offline/locate/file-index.ts';
import { fileRole, roleFactor } from '../../../../agents/offline/locate/file-role.ts';
import type { Signal } from '../../../../agents/offline/locate/signal.ts';
import type { EntityId } from '../../../../graph/domain/entity.ts';
import { graphOf } from '../../../builders/graph-of.ts';

const sources = {
  'src/pkg/models.py':
    'class Request:\n    def __init__(self):\n        pass\n\n    def clean(self):\n        return strip_all\n',
  'src/pkg/forms.py':
    'class Form:\n    def clean(self):\n        raise ValueError(f"the form {self} has no data bound")\n',
  'src/pkg/__init__.py': '',
  'src/pkg/util.py': 'def shared():\n    pass\n\ndef lonely():\n    pass\n',
  'tests/test_models.py': 'def clean():\n    pass\n',
};
const graph = graphOf(sources, [['src/pkg/models.py:Request.clean', 'CALLS', 'src/pkg/util.py:lonely']]);
const scores = ({ hits }: Signal) =>
  Object.fromEntries(hits.map(({ path, id, score }) => [id ?? path, Number(score.toFixed(3))]));

describe('spectra', () => {
  it('is highest where only and all failing tests go, and falls with every passing one', () => {
    expect(ochiai({ failed: 2, passed: 0 }, 2)).toBe(1);
    expect(ochiai({ failed: 1, passed: 3 }, 1)).toBe(0.5);
    expect(ochiai({ failed: 0, passed: 3 }, 1)).toBe(0);
    expect(dstar({ failed: 2, passed: 0 }, 2)).toBe(1);
    expect(dstar({ failed: 1, passed: 1 }, 1)).toBe(0.5);
    expect(dstar({ failed: 0, passed: 0 }, 1)).toBe(0);
    expect(dstar({ failed: 1, passed: 0 }, 2)).toBeLessThan(dstar({ failed: 2, passed: 0 }, 2));
  });
});

describe('names', () => {
  it('narrows a dotted name by what stands before it', async () => {
    const signal = await byNames(graph, [{ name: 'models.Request.clean', context: 'marked' }]);
    const found = scores(signal);
    expect(found['src/pkg/models.py:Request.clean']).toBeGreaterThan(1);
    expect(found['src/pkg/forms.py:Form.clean']).toBeUndefined();
    expect(found['tests/test_models.py:clean']).toBeUndefined();
  });

  it('counts a name less the more entities bear it', async () => {
    const found = scores(
      await byNames(graph, [
        { name: 'clean', context: 'marked' },
        { name: 'lonely', context: 'marked' },
      ]),
    );
    expect(found['src/pkg/util.py:lonely']).toBe(1);
    expect(found['src/pkg/forms.py:Form.clean']).toBeLessThan(0.7);
  });

  it('points at the constructor of a class that the issue makes', async () => {
    const found = scores(await byNames(graph, [{ name: 'Request', context: 'called' }]));
    expect(found['src/pkg/models.py:Request.__init__']).toBeGreaterThan(0);
  });
});

describe('files', () => {
  it('matches the longest ending of a path from elsewhere', async () => {
    const files = await indexFiles(graph);
    expect(files.matching('/usr/lib/python3/site-packages/pkg/models.py')).toEqual(['src/pkg/models.py']);
    expect(files.matching('C:/other/__init__.py')).toEqual(['src/pkg/__init__.py']);
    expect(files.matching('nothing.py')).toEqual([]);
  });

  it('knows a file by its own name more than by its folder', async () => {
    const files = await indexFiles(graph);
    const signal = byModules(files, [
      { word: 'model', weight: 1 },
      { word: 'pkg', weight: 1 },
    ]);
    const byKey = (key: string) => signal.hits.filter((hit) => hit.key === key);
    expect(byKey('model').map(({ path }) => path)).toContain('src/pkg/models.py');
    const [model] = byKey('model');
    expect(model?.score).toBeGreaterThan(byKey('pkg')[0]?.score ?? 0);
  });

  it('takes the function at a named line', async () => {
    const files = await indexFiles(graph);
    const signal = await byPaths(graph, files, [{ path: 'pkg/models.py', line: 5, context: 'prose' }]);
    expect(signal.hits).toEqual([
      {
        path: 'src/pkg/models.py',
        id: 'src/pkg/models.py:Request.clean',
        key: 'pkg/models.py',
        score: 1,
      },
    ]);
  });

  it('tells what files are for', () => {
    const roles = Object.fromEntries(
      [
        'django/test/client.py',
        'test/x.py',
        'a/tests/x.py',
        'a/test_x.py',
        'conftest.py',
        'docs/conf.py',
        'setup.py',
        'a/migrations/0001.py',
        'a/_vendor/b.py',
        'a/b.py',
      ].map((path) => [path, fileRole(path)]),
    );
    expect(roles).toEqual({
      'django/test/client.py': 'source',
      'test/x.py': 'test',
      'a/tests/x.py': 'test',
      'a/test_x.py': 'test',
      'conftest.py': 'test',
      'docs/conf.py': 'documentation',
      'setup.py': 'support',
      'a/migrations/0001.py': 'support',
      'a/_vendor/b.py': 'vendored',
      'a/b.py': 'source',
    });
    expect(roleFactor('a/test_x.py')).toBeLessThan(roleFactor('docs/conf.py'));
  });
});

describe('frames', () => {
  it('counts from the innermost frame of this repository, not of a library below it', async () => {
    const files = await indexFiles(graph);
    const signal = await byFrames(graph, files, [
      { path: '/x/pkg/forms.py', line: 99, function: 'clean', depth: 2 },
      { path: '/x/pkg/models.py', line: 99, function: 'clean', depth: 1 },
      { path: '/x/json/decoder.py', line: 1, function: 'decode', depth: 0 },
    ]);
    expect(scores(signal)).toEqual({
      'src/pkg/models.py:Request.clean': 1,
      'src/pkg/forms.py:Form.clean': 0.75,
    });
    expect(signal.explain(signal.hits)).toBe('A traceback in the issue ends here, in `clean`.');
  });
});

describe('messages', () => {
  it('looks for the words around the values', async () => {
    expect(messageRuns("the form 'Login' has no data bound (3)")).toEqual(['has no data bound']);
    const read = async (path: string) => (sources as Record<string, string>)[path];
    const signal = await byMessages(
      { graph, read },
      ["the form 'Login' has no data bound"],
      ['src/pkg/models.py', 'src/pkg/forms.py'],
    );
    expect(signal.hits.map(({ id }) => id)).toEqual(['src/pkg/forms.py:Form.clean']);
    expect(signal.explain(signal.hits)).toBe(
      'Its source holds the text "has no data bound", which the issue quotes.',
    );
  });
});

describe('text', () => {
  it('judges a place by how many of the words it has', async () => {
    const signal = byText(await searchWords(graph, [{ word: 'strip_all', weight: 1 }]));
    expect(signal.hits.map(({ id }) => id)).toEqual(['src/pkg/models.py:Request.clean']);
    expect(signal.explain(signal.hits)).toBe('It shares the word `strip_all` with the issue.');
  });
});

describe('walk', () => {
  const hubs = graphOf(
    {
      'a.py': `def seed():\n    pass\n\ndef near():\n    pass\n\ndef hub():\n    pass\n${Array.from(
        { length: 40 },
        (_, index) => `\ndef user${index}():\n    pass\n`,
      ).join('')}`,
    },
    [
      ['a.py:seed', 'CALLS', 'a.py:near'],
      ['a.py:seed', 'CALLS', 'a.py:hub'],
      ...Array.from({ length: 40 }, (_, index) => [`a.py:user${index}`, 'CALLS', 'a.py:hub'] as const),
    ],
  );

  it('prefers a callee of its own to a hub that everything calls', async () => {
    const entity = await hubs.get('a.py:seed' as EntityId);
    if (!entity) throw new Error('no seed');
    const found = scores(await byWalk(hubs, [{ entity, score: 1 }]));
    expect(found['a.py:near']).toBeGreaterThan(2 * (found['a.py:hub'] ?? 0));
  });

  it('walks nowhere from nothing', async () => {
    expect((await byWalk(hubs, [])).hits).toEqual([]);
  });
});
