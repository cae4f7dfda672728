import type { Clock } from '../../kernel/clock.ts';
import { type Connection, int } from './connection.ts';

/** Snapshots of one repository that stay, the newest first. */
const kept = 4;
/** Readers have so long to finish with a snapshot that was replaced. */
const graceMs = 10 * 60_000;
/** A push that has not ended by then was killed, or lost its server. */
const abandonedMs = 6 * 60 * 60_000;

/**
 * Takes out of sight all but the newest snapshots of each repository, and removes what nobody can be reading any
 * more: what was replaced a while ago, and what pushes that were killed left behind.
 */
export async function prune(connection: Connection, clock: Clock): Promise<void> {
  const now = clock.now();
  await connection.write(
    `MATCH (s:Snapshot {state: 'live'}) WITH s ORDER BY s.since DESC
     WITH s.root AS root, collect(s) AS all UNWIND all[$kept..] AS old
     SET old.state = 'replaced', old.since = $now`,
    { kept: int(kept), now: int(now) },
  );
  const rows = await connection.read(
    `MATCH (s:Snapshot)
     WHERE (s.state IN ['replaced', 'removing'] AND s.since <= $replaced) OR (s.state = 'writing' AND s.since <= $abandoned)
     RETURN s.push AS push`,
    { replaced: int(now - graceMs), abandoned: int(now - abandonedMs) },
  );
  for (const { push } of rows) await remove(connection, push);
}

/** Removes a push with all that it holds, unless it is live: its writer may not have heard that it became so. */
export async function remove(connection: Connection, push: number): Promise<void> {
  const parameters = { push: int(push) };
  const removing = await connection.write(
    `MATCH (s:Snapshot {push: $push}) WHERE s.state <> 'live' SET s.state = 'removing' RETURN s.push AS push`,
    parameters,
  );
  if (removing.length === 0) return;
  for (const label of ['Entity', 'Term'])
    await connection.once(
      `MATCH (n:${label} {push: $push}) CALL (n) { DETACH DELETE n } IN TRANSACTIONS OF 5000 ROWS`,
      parameters,
    );
  await connection.write(
    'MATCH (s:Snapshot {push: $push}) DELETE s WITH DISTINCT 1 AS done MATCH (l:Live {push: $push}) DELETE l',
    parameters,
  );
}
