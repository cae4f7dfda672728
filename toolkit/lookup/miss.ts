import { z } from 'zod';
import type { CodeEntity } from '../../graph/domain/entity.ts';
import type { ToolText } from '../render.ts';
import { entityRef, refOf, refText } from './entity-ref.ts';

/** Nothing was found: why, and what to ask for instead. */
export const miss = z.strictObject({
  found: z.literal(false),
  reason: z.string(),
  nearest: z.array(entityRef),
  files: z.array(z.string()),
});
export type Miss = z.infer<typeof miss>;

const most = 8;

export const missed = (
  reason: string,
  {
    nearest = [],
    files = [],
  }: { readonly nearest?: readonly CodeEntity[]; readonly files?: readonly string[] } = {},
): Miss => ({
  found: false,
  reason,
  nearest: nearest.slice(0, most).map(refOf),
  files: files.slice(0, most),
});

export const missText = ({ reason, nearest, files }: Miss): ToolText => ({
  lead: reason,
  entries: [
    ...nearest.map((ref) => ({ heading: 'Nearest names:', text: `  ${refText(ref)}` })),
    ...files.map((file) => ({ heading: 'Likely files:', text: `  ${file}` })),
  ],
  offset: 0,
  total: nearest.length + files.length,
  unit: 'suggestions',
});
