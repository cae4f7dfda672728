import type { Database } from 'libsql';
import type { Judged, RunMemory } from '../../agents/domain/memory.ts';

/** Documents and verdicts of one run, read from the database once and then kept. */
export function makeEmbeddedMemory(database: Database, runId: string): RunMemory {
  const select = database.prepare('SELECT body FROM documents WHERE run_id = ? AND name = ?');
  const insert = database.prepare('INSERT OR REPLACE INTO documents (run_id, name, body) VALUES (?, ?, ?)');
  const insertJudged = database.prepare(
    'INSERT OR REPLACE INTO judged (run_id, candidate_id, body) VALUES (?, ?, ?)',
  );
  const cache = new Map<string, unknown>();
  let verdicts: Map<string, Judged> | undefined;

  const load = <T>(name: string): T | undefined => {
    if (!cache.has(name)) {
      const row = select.get(runId, name) as { body: string } | undefined;
      if (!row) return undefined;
      cache.set(name, JSON.parse(row.body));
    }
    return cache.get(name) as T;
  };
  const save = (name: string, value: unknown): void => {
    insert.run(runId, name, JSON.stringify(value));
    cache.set(name, value);
  };
  const judged = (): Map<string, Judged> => {
    if (!verdicts) {
      const rows = database.prepare('SELECT body FROM judged WHERE run_id = ?').all(runId) as {
        body: string;
      }[];
      const all = rows.map(({ body }) => JSON.parse(body) as Judged);
      verdicts = new Map(all.map((one) => [one.candidateId, one]));
    }
    return verdicts;
  };
  return {
    base: () => load('base'),
    saveBase: (base) => save('base', base),
    reproduction: () => load('reproduction'),
    saveReproduction: (document) => save('reproduction', document),
    draft: () => load('draft'),
    saveDraft: (locations) => save('draft', locations),
    locations: () => load('locations'),
    saveLocations: (locations) => save('locations', locations),
    suggestions: (set) => load(`suggestions:${set}`),
    saveSuggestions: (set, suggestions) => save(`suggestions:${set}`, suggestions),
    candidates: (set) => load(`candidates:${set}`),
    saveCandidates: (set, candidates) => save(`candidates:${set}`, candidates),
    regressions: () => load('regressions'),
    saveRegressions: (ids) => save('regressions', ids),
    judged: () => [...judged().values()],
    saveJudged(one) {
      insertJudged.run(runId, one.candidateId, JSON.stringify(one));
      judged().set(one.candidateId, one);
    },
    ranking: () => load('ranking'),
    saveRanking: (ranking) => save('ranking', ranking),
  };
}
