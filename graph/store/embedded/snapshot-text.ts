import { z } from 'zod';
import { type Snapshot, schemaVersion } from '../../domain/snapshot.ts';
import { snapshotSchema } from '../snapshot-schema.ts';

const versioned = z.object({ schema: z.literal(schemaVersion) });

export const encodeSnapshot = (snapshot: Snapshot): Uint8Array =>
  new Uint8Array(Buffer.from(JSON.stringify({ schema: schemaVersion, ...snapshot })));

/** `undefined` where it was written by another version of the schema. */
export function decodeSnapshot(bytes: Uint8Array): Snapshot | undefined {
  const row: unknown = JSON.parse(Buffer.from(bytes).toString());
  return versioned.safeParse(row).success ? snapshotSchema.parse(row) : undefined;
}
