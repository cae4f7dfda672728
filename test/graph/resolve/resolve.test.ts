import { describe, expect, it } from 'vitest';
import { expectedRelations, graphOfSources, readRepo, renderRelations } from './fixture.ts';

const themes = [
  'scopes',
  'imports',
  'classes',
  'diamond',
  'types',
  'generics',
  'narrowing',
  'values',
  'protocols',
  'ambiguous',
  'outside',
  'library',
];

describe('resolve', () => {
  it.each(themes)('draws the relations of %s, and no others', async (theme) => {
    const graph = await graphOfSources(readRepo(`resolve-${theme}`));
    expect(renderRelations(graph)).toEqual(expectedRelations(`resolve-${theme}`));
  });
});
