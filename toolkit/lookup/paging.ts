import { z } from 'zod';

/** Parameters of a tool that lists. */
export const paging = (standard: number, most = 500) => ({
  limit: z.int().min(1).max(most).default(standard).describe('How many to give at most.'),
  offset: z.int().min(0).default(0).describe('How many to skip; the last answer says what to give here.'),
});

export interface Page<T> {
  readonly items: readonly T[];
  readonly offset: number;
  readonly total: number;
}

export const pageOf = <T>(
  items: readonly T[],
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Page<T> => ({ items: items.slice(offset, offset + limit), offset, total: items.length });
