import { describe, expect, it } from 'vitest';
import { silentLogger } from '../../../graph/kernel/logger.ts';
import { makeRepairQueue } from '../../../services/http/repair-queue.ts';

const settle = () => new Promise(setImmediate);

/** A job that ends when told, or when interrupted. */
function jobs() {
  const started: string[] = [];
  const ended: string[] = [];
  const finish = new Map<string, () => void>();
  const execute = (runId: string, signal: AbortSignal) =>
    new Promise<void>((done) => {
      started.push(runId);
      const end = (how: string) => () => {
        ended.push(`${runId} ${how}`);
        done();
      };
      finish.set(runId, end('done'));
      signal.addEventListener('abort', end('interrupted'));
    });
  return { started, ended, finish: (runId: string) => finish.get(runId)?.(), execute };
}

const make = (execute: (runId: string, signal: AbortSignal) => Promise<void>, concurrency = 2) =>
  makeRepairQueue({ concurrency, capacity: 2, execute, logger: silentLogger });

describe('the queue of repairs', () => {
  it('runs as many as it may at once, the rest in order', async () => {
    const work = jobs();
    const queue = make(work.execute);
    for (const id of ['a', 'b', 'c', 'd']) queue.add(id);
    await settle();
    expect(work.started).toEqual(['a', 'b']);
    expect([queue.running, queue.waiting]).toEqual([2, 2]);
    work.finish('b');
    await settle();
    expect(work.started).toEqual(['a', 'b', 'c']);
    await queue.stop();
  });

  it('adds no run twice', async () => {
    const work = jobs();
    const queue = make(work.execute, 1);
    for (const id of ['a', 'a', 'b', 'b']) queue.add(id);
    await settle();
    expect([queue.running, queue.waiting]).toEqual([1, 1]);
    await queue.stop();
  });

  it('refuses more than it has room for', () => {
    const queue = make(jobs().execute, 1);
    for (const id of ['a', 'b', 'c']) {
      queue.admit();
      queue.add(id);
    }
    expect(() => queue.admit()).toThrow(expect.objectContaining({ code: 'BUSY' }));
  });

  it('goes on after a run that throws', async () => {
    const seen: string[] = [];
    const queue = make(async (id) => {
      seen.push(id);
      throw new Error(id);
    }, 1);
    queue.add('a');
    queue.add('b');
    await settle();
    await settle();
    expect(seen).toEqual(['a', 'b']);
    expect(queue.running).toBe(0);
  });

  it('cancels what waits and what runs, and nothing else', async () => {
    const work = jobs();
    const queue = make(work.execute, 1);
    queue.add('a');
    queue.add('b');
    await settle();
    expect(await queue.cancel('b')).toBe(true);
    expect(await queue.cancel('a')).toBe(true);
    expect(await queue.cancel('a')).toBe(false);
    expect(work.ended).toEqual(['a interrupted']);
    expect(work.started).toEqual(['a']);
  });

  it('stops by interrupting what runs, and takes nothing more', async () => {
    const work = jobs();
    const queue = make(work.execute, 1);
    queue.add('a');
    queue.add('b');
    await settle();
    expect(await queue.stop()).toEqual(['a']);
    expect(work.ended).toEqual(['a interrupted']);
    expect(work.started).toEqual(['a']);
    expect(() => queue.admit()).toThrow('shutting down');
  });
});
