import { z } from 'zod';
import { type Snapshot, schemaVersion } from '../../domain/snapshot.ts';

const versioned = z.object({ schema: z.literal(schemaVersion) });
const stored = z.object({
  root: z.string(),
  key: z.string(),
  commit: z.string().nullable(),
  files: z.array(z.object({ path: z.string(), hash: z.string(), size: z.number() })),
  skipped: z.array(z.object({ path: z.string(), reason: z.string() })),
});

export const encodeSnapshot = (snapshot: Snapshot): Uint8Array =>
  new Uint8Array(Buffer.from(JSON.stringify({ schema: schemaVersion, ...snapshot })));

/** `undefined` where it was written by another version of the schema. */
export function decodeSnapshot(bytes: Uint8Array): Snapshot | undefined {
  const row: unknown = JSON.parse(Buffer.from(bytes).toString());
  return versioned.safeParse(row).success ? stored.parse(row) : undefined;
}
