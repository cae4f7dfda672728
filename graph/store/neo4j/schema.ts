import type { Connection } from './connection.ts';

/** Unique keys first: without them every relation would search all nodes for its ends. */
const statements: readonly string[] = [
  'CREATE CONSTRAINT mendgraph_snapshot IF NOT EXISTS FOR (s:Snapshot) REQUIRE s.push IS UNIQUE',
  'CREATE CONSTRAINT mendgraph_live IF NOT EXISTS FOR (l:Live) REQUIRE l.key IS UNIQUE',
  'CREATE CONSTRAINT mendgraph_rank IF NOT EXISTS FOR (n:Entity) REQUIRE (n.push, n.rank) IS UNIQUE',
  'CREATE CONSTRAINT mendgraph_id IF NOT EXISTS FOR (n:Entity) REQUIRE (n.push, n.id) IS UNIQUE',
  'CREATE CONSTRAINT mendgraph_term IF NOT EXISTS FOR (t:Term) REQUIRE (t.push, t.text) IS UNIQUE',
  'CREATE INDEX mendgraph_key IF NOT EXISTS FOR (s:Snapshot) ON (s.key)',
  // An index over two properties is of no use to a query that has one of them.
  'CREATE INDEX mendgraph_push IF NOT EXISTS FOR (n:Entity) ON (n.push)',
  'CREATE INDEX mendgraph_term_push IF NOT EXISTS FOR (t:Term) ON (t.push)',
  'CREATE INDEX mendgraph_name IF NOT EXISTS FOR (n:Entity) ON (n.push, n.name)',
  'CREATE INDEX mendgraph_qualified_name IF NOT EXISTS FOR (n:Entity) ON (n.push, n.qualifiedName)',
  'CREATE INDEX mendgraph_path IF NOT EXISTS FOR (n:Entity) ON (n.push, n.path)',
];

const nameOf = (statement: string): string => /mendgraph_\w+/.exec(statement)?.[0] ?? '';

/** Makes what is missing of constraints and indexes, and waits until they are ready. */
export async function ensureSchema(connection: Connection): Promise<void> {
  const rows = await connection.read('SHOW INDEXES YIELD name, state WHERE state = "ONLINE" RETURN name');
  const known = new Set(rows.map(({ name }) => name));
  const missing = statements.filter((statement) => !known.has(nameOf(statement)));
  if (missing.length === 0) return;
  for (const statement of missing) await connection.write(statement);
  await connection.write('CALL db.awaitIndexes(60)');
}
