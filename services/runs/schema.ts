/** Raised when the tables change; an older database is set aside, never written to. */
export const databaseVersion = 1;

export const schema = `
CREATE TABLE IF NOT EXISTS runs (
  id TEXT PRIMARY KEY,
  state TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  root TEXT NOT NULL,
  title TEXT NOT NULL,
  issue_text TEXT NOT NULL,
  options TEXT NOT NULL,
  active_ms INTEGER NOT NULL DEFAULT 0,
  outcome TEXT,
  error TEXT,
  owner TEXT
);
CREATE TABLE IF NOT EXISTS documents (
  run_id TEXT NOT NULL REFERENCES runs(id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  body TEXT NOT NULL,
  PRIMARY KEY (run_id, name)
);
CREATE TABLE IF NOT EXISTS judged (
  run_id TEXT NOT NULL REFERENCES runs(id) ON DELETE CASCADE,
  candidate_id TEXT NOT NULL,
  body TEXT NOT NULL,
  PRIMARY KEY (run_id, candidate_id)
);
CREATE TABLE IF NOT EXISTS events (
  run_id TEXT NOT NULL REFERENCES runs(id) ON DELETE CASCADE,
  seq INTEGER NOT NULL,
  body TEXT NOT NULL,
  PRIMARY KEY (run_id, seq)
);
`;
