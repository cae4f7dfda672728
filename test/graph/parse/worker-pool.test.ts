import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest';
import { decodeFacts } from '../../../graph/parse/codec/decode-facts.ts';
import { extractFacts } from '../../../graph/parse/extract-facts.ts';
import type { ParsedFile } from '../../../graph/parse/parse-file.ts';
import { parseFiles } from '../../../graph/parse/worker-pool.ts';

const fixture = (name: string): URL =>
  pathToFileURL(join(import.meta.dirname, `../../fixtures/workers/${name}.mjs`));

const reasonsOf = async (paths: readonly string[], fileTimeoutMs?: number): Promise<string[]> => {
  const reasons: string[] = [];
  await parseFiles({
    paths,
    workers: 2,
    entry: fixture('moody'),
    fileTimeoutMs,
    onFile: (index, file) => {
      reasons[index] = file.t === 'failed' ? file.reason : 'parsed';
    },
  });
  return reasons;
};

const calm = (count: number): string[] => Array.from({ length: count }, (_, i) => `calm ${i}`);

describe('one bad file', () => {
  test.each([
    { mood: 'crash', reason: 'crashed the parser: moody' },
    { mood: 'exit', reason: 'crashed the parser: exit status 3' },
  ])('that makes a worker $mood is the only one to fail', async ({ mood, reason }) => {
    const paths = [...calm(30), mood, ...calm(60)];
    const expected = paths.map((path) => (path === mood ? reason : `seen ${path}`));
    expect(await reasonsOf(paths)).toEqual(expected);
  });

  it('that takes too long is the only one to fail', async () => {
    const paths = [...calm(20), 'hang', ...calm(60)];
    const expected = paths.map((path) =>
      path === 'hang' ? 'took longer than 0.5 s to parse' : `seen ${path}`,
    );
    expect(await reasonsOf(paths, 500)).toEqual(expected);
  });

  it('after another is dealt with alike', async () => {
    const paths = ['crash', ...calm(3), 'exit', 'crash', ...calm(100), 'crash'];
    const reasons = await reasonsOf(paths);
    expect(reasons.filter((reason) => reason.startsWith('seen'))).toHaveLength(103);
    expect(reasons.filter((reason) => reason.startsWith('crashed'))).toHaveLength(4);
  });
});

it('stops on the signal, even while a file hangs', async () => {
  const abort = new AbortController();
  const run = parseFiles({
    paths: ['hang', 'hang'],
    entry: fixture('moody'),
    signal: abort.signal,
    onFile: () => undefined,
  });
  setTimeout(() => abort.abort(), 300);
  await expect(run).rejects.toMatchObject({ code: 'CANCELLED' });
});

it('says so when no worker starts', async () => {
  const run = parseFiles({ paths: ['a'], entry: fixture('stillborn'), onFile: () => undefined });
  await expect(run).rejects.toMatchObject({ code: 'INTERNAL', message: /no memory for a parser/ });
});

it('passes on what the receiver throws', async () => {
  const run = parseFiles({
    paths: ['a'],
    entry: fixture('moody'),
    onFile: () => {
      throw new Error('receiver');
    },
  });
  await expect(run).rejects.toThrow('receiver');
});

describe("the parser's own workers", () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'worker-pool-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('give the same facts as the extractor here, and the reason for what they cannot read', async () => {
    const source = 'class A:\n    def f(self): return "ä"\n';
    await writeFile(join(folder, 'a.py'), source);
    await writeFile(join(folder, 'b.py'), Buffer.from([120, 0, 121]));
    await writeFile(join(folder, 'c.py'), 'x = = 1\n');
    const files: ParsedFile[] = [];
    await parseFiles({
      paths: ['a.py', 'b.py', 'c.py', 'd.py'].map((name) => join(folder, name)),
      onFile: (index, file) => {
        files[index] = file;
      },
    });
    const [a, b, c, d] = files;
    expect(a?.t === 'parsed' && decodeFacts(a.facts)).toEqual(await extractFacts(source));
    expect(a).toMatchObject({ size: Buffer.byteLength(source), notes: [] });
    expect(b).toEqual({ t: 'failed', reason: 'binary: it holds NUL bytes' });
    expect(c).toMatchObject({ notes: ['does not parse at line 1; the rest is in the graph'] });
    expect(d).toEqual({ t: 'failed', reason: 'vanished while the folder was indexed' });
  });
});
