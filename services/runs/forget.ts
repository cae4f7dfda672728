import type { Database } from 'libsql';
import type { ReproductionDocument } from '../../agents/domain/memory.ts';

function withoutBulk(document: ReproductionDocument): ReproductionDocument {
  const { reproduction, because } = document;
  if (!reproduction) return document;
  const report = { ...reproduction.report, results: [] };
  return { reproduction: { ...reproduction, coverage: {}, report }, because };
}

/**
 * Drops what only a resumed run would read again: suggestions, untried changes, coverage, the results of every test;
 * after a run that came to its end also the verdicts, which its ranking holds.
 */
export function forget(database: Database, runId: string, finished: boolean): void {
  const without = (condition: string): void =>
    void database.prepare(`DELETE FROM documents WHERE run_id = ? AND ${condition}`).run(runId);
  without("name LIKE 'suggestions:%'");
  without("name LIKE 'candidates:%'");
  without("name = 'regressions'");
  if (finished) database.prepare('DELETE FROM judged WHERE run_id = ?').run(runId);
  const row = database
    .prepare("SELECT body FROM documents WHERE run_id = ? AND name = 'reproduction'")
    .get(runId) as { body: string } | undefined;
  if (!row) return;
  const slim = withoutBulk(JSON.parse(row.body) as ReproductionDocument);
  database
    .prepare("UPDATE documents SET body = ? WHERE run_id = ? AND name = 'reproduction'")
    .run(JSON.stringify(slim), runId);
}
