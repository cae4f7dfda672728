import { setImmediate as turn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { collectGarbage } from '../../../graph/kernel/collect-garbage.ts';

it('gives back what nobody holds any more, and nothing else', async () => {
  const held = { name: 'held' };
  const refs = [new WeakRef(held), new WeakRef({ name: 'dropped' })];
  await turn();
  collectGarbage();
  expect(refs.map((ref) => ref.deref()?.name)).toEqual(['held', undefined]);
  expect(held.name).toBe('held');
});
