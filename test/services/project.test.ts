import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { MendError } from '../../graph/kernel/errors.ts';
import type { GraphStore } from '../../graph/store/port.ts';
import type { OpenGraph } from '../../services/index-repository.ts';
import { freshMs, openProject } from '../../services/project.ts';

describe('project', () => {
  let root: string;
  let now: number;
  /** Whether each graph that was opened is open still. */
  let graphs: boolean[];
  const warn = vi.fn();
  const controller = new AbortController();
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'project-'));
    writeFileSync(join(root, 'shop.py'), 'x = 1\n');
    now = 0;
    graphs = [];
    warn.mockClear();
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  const openAnother: OpenGraph = async () => {
    const number = graphs.push(true) - 1;
    const close = async () => {
      graphs[number] = false;
    };
    return { snapshot: { root, key: String(number) }, close } as unknown as GraphStore;
  };
  const project = (openGraph: OpenGraph = openAnother) =>
    openProject({
      root,
      openGraph,
      clock: { now: () => now },
      logger: { debug: () => {}, info: () => {}, warn },
      signal: controller.signal,
    });
  const keyOf = (one: ReturnType<typeof project>) => one.use(async ({ graph }) => graph.snapshot.key);

  it('looks at the folder once for all who ask at the same time, and in the second after', async () => {
    const one = project();
    expect(await Promise.all([keyOf(one), keyOf(one), keyOf(one)])).toEqual(['0', '0', '0']);
    now = freshMs - 1;
    expect(await keyOf(one)).toBe('0');
    now = freshMs;
    expect(await keyOf(one)).toBe('1');
    await one.close();
    expect(graphs).toEqual([false, false]);
  });

  it('keeps a graph open for as long as somebody asks it', async () => {
    const one = project();
    let finish: (() => void) | undefined;
    const slow = one.use(
      () =>
        new Promise<void>((done) => {
          finish = done;
        }),
    );
    await vi.waitFor(() => expect(finish).toBeDefined());
    now = freshMs;
    expect(await keyOf(one)).toBe('1');
    expect(graphs).toEqual([true, true]);
    finish?.();
    await slow;
    expect(graphs).toEqual([false, true]);
    await one.close();
  });

  it('closes a graph also after a question that failed', async () => {
    const one = project();
    await expect(one.use(() => Promise.reject(new Error('no answer')))).rejects.toThrow('no answer');
    await one.close();
    expect(graphs).toEqual([false]);
  });

  it('says why there is no graph at first, and tries again', async () => {
    const failing = vi.fn(openAnother).mockRejectedValueOnce(new MendError('NOTHING_TO_INDEX', 'no Python'));
    const one = project(failing);
    await expect(keyOf(one)).rejects.toMatchObject({ code: 'NOTHING_TO_INDEX' });
    expect(await keyOf(one)).toBe('0');
    await one.close();
  });

  it('answers from the last good graph when there is none later, but not when it is told to stop', async () => {
    const failing = vi.fn(openAnother);
    const one = project(failing);
    await keyOf(one);
    now = freshMs;
    failing.mockRejectedValueOnce(new MendError('NOTHING_TO_INDEX', 'no Python'));
    expect(await keyOf(one)).toBe('0');
    expect(warn).toHaveBeenCalledTimes(1);
    now = 2 * freshMs;
    failing.mockRejectedValueOnce(new DOMException('stop', 'AbortError'));
    await expect(keyOf(one)).rejects.toThrow('stop');
    await one.close();
    expect(graphs).toEqual([false]);
  });

  it('tells every one who waits how far it is', async () => {
    const one = project(async (folder, options) => {
      await sleep(1);
      options?.onProgress?.({ stage: 'scan', done: 1 });
      return openAnother(folder, options);
    });
    const [first, second] = [vi.fn(), vi.fn()];
    await Promise.all([one.use(async () => {}, first), one.use(async () => {}, second)]);
    expect(first).toHaveBeenCalledWith({ stage: 'scan', done: 1 });
    expect(second).toHaveBeenCalledWith({ stage: 'scan', done: 1 });
    await one.close();
  });
});
