import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import type { RelationKind } from '../../../graph/domain/relation.ts';
import type { ListedGraph } from '../../../graph/domain/snapshot.ts';
import { extractFacts } from '../../../graph/parse/extract-facts.ts';
import { resolve } from '../../../graph/resolve/resolve.ts';

const repos = join(import.meta.dirname, '../../fixtures/repos');

/** The graph of these sources, by path. */
export async function graphOfSources(sources: Readonly<Record<string, string>>): Promise<ListedGraph> {
  const files = Object.entries(sources).map(async ([path, text]) => ({
    path,
    facts: await extractFacts(text),
  }));
  return resolve(await Promise.all(files));
}

export function readRepo(theme: string): Record<string, string> {
  const root = join(repos, theme);
  const paths = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((path) =>
    path.endsWith('.py'),
  );
  return Object.fromEntries(
    paths.map((path) => [
      relative(root, join(root, path)).split(sep).join('/'),
      readFileSync(join(root, path), 'utf8'),
    ]),
  );
}

/** Lines of `relations.txt` beside a fixture, without blank lines and comments. */
export function expectedRelations(theme: string): string[] {
  const lines = readFileSync(join(repos, theme, 'relations.txt'), 'utf8').split('\n');
  return lines.filter((line) => line !== '' && !line.startsWith('#')).sort();
}

const structure: readonly RelationKind[] = ['BELONGS_TO', 'HAS_METHOD', 'HAS_VARIABLE'];

/** Relations as `src KIND dst confidence lines`, those of mere membership left out. */
export const renderRelations = ({ relations }: ListedGraph): string[] =>
  relations
    .filter(({ kind }) => !structure.includes(kind))
    .map(({ src, kind, dst, confidence, sites }) =>
      [src, kind, dst, confidence, sites.map(({ line }) => line).join(',')].join(' '),
    )
    .sort();
