import { z } from 'zod';

/** A snapshot as stores keep it. */
export const snapshotSchema = z.object({
  root: z.string(),
  key: z.string(),
  commit: z.string().nullable(),
  files: z.array(z.object({ path: z.string(), hash: z.string(), size: z.number() })),
  skipped: z.array(z.object({ path: z.string(), reason: z.string() })),
});
