import { describe, expect, it } from 'vitest';
import { TextCache } from '../../../toolkit/lookup/text-cache.ts';

describe('TextCache', () => {
  it('keeps what was used last within its bound, and what is absent', async () => {
    const loads: string[] = [];
    const cache = new TextCache(10);
    const get = (path: string) =>
      cache.get(path, async () => {
        loads.push(path);
        return path === 'none' ? undefined : '12345';
      });
    for (const path of ['a', 'b', 'a', 'none', 'none', 'c', 'a', 'b']) await get(path);
    expect(loads).toEqual(['a', 'b', 'none', 'c', 'b']);
    expect(await cache.get('large', async () => 'x'.repeat(50))).toHaveLength(50);
  });
});
