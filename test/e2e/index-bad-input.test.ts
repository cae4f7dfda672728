import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';

interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

const example = 'examples/timetable';
const slow = 60_000;

/** The program as users start it, with a home of its own. */
describe('mendgraph index', () => {
  const work = mkdtempSync(join(tmpdir(), 'bad-input-'));
  let folder: string;
  let home: string;
  let repository: string;
  beforeEach(() => {
    folder = mkdtempSync(join(work, 'case-'));
    home = join(folder, 'home');
    repository = join(folder, 'repository');
    cpSync(example, repository, { recursive: true });
  });
  afterAll(() => rmSync(work, { recursive: true, force: true }));

  const start = (words: readonly string[], launcher: readonly string[] = []): ChildProcess =>
    spawn('env', [`MENDGRAPH_HOME=${home}`, ...launcher, process.execPath, 'bin/mendgraph.mjs', ...words]);
  async function ended(child: ChildProcess): Promise<Ended> {
    const [out, said]: Buffer[][] = [[], []];
    child.stdout?.on('data', (chunk: Buffer) => out?.push(chunk));
    child.stderr?.on('data', (chunk: Buffer) => said?.push(chunk));
    const [code] = await once(child, 'close');
    return {
      code,
      stdout: Buffer.concat(out ?? []).toString(),
      stderr: Buffer.concat(said ?? []).toString(),
    };
  }
  const index = (path = repository, launcher: readonly string[] = []) =>
    ended(start(['index', path, '--json'], launcher));
  const graph = async () => (await ended(start(['graph', 'export', repository]))).stdout;
  const graphs = () => readdirSync(join(home, 'graphs')).map((name) => join(home, 'graphs', name));

  /** Enough files that an index takes seconds. */
  const copies = (count: number): void => {
    const text = readFileSync(join(repository, 'timetable', 'planner.py'), 'utf8');
    for (let copy = 0; copy < count; copy += 1)
      writeFileSync(join(repository, `copy_${copy}.py`), `value = ${copy}\n${text}`);
  };

  /** A message, a hint, no stack. */
  const explains = ({ stdout, stderr }: Ended, ...words: readonly string[]): void => {
    for (const word of words) expect(stderr).toContain(word);
    expect(stderr).not.toMatch(/\n\s+at /);
    expect(JSON.parse(stdout)).toMatchObject({ error: { code: expect.any(String) } });
  };

  it(
    'says what is wrong with what is no repository',
    async () => {
      mkdirSync(join(folder, 'empty'));
      mkdirSync(join(folder, 'none'));
      writeFileSync(join(folder, 'none', 'a.txt'), 'text');
      const said = await Promise.all([
        index(join(folder, 'empty')),
        index(join(folder, 'none')),
        index(join(folder, 'nowhere')),
        index(join(repository, 'README.md')),
      ]);
      expect(said.map(({ code }) => code)).toEqual([1, 1, 1, 1]);
      const [empty, none, nowhere, file] = said;
      if (!empty || !none || !nowhere || !file) throw new Error('four were started');
      explains(empty, 'is empty', 'hint: ');
      explains(none, 'Python', 'hint: ');
      explains(nowhere, 'nowhere', 'hint: ');
      explains(file, 'hint: ');
    },
    slow,
  );

  it(
    'keeps the last good graph when it is killed at any moment, and gives that of a clean run afterwards',
    async () => {
      await index();
      const before = await graph();
      const kept = graphs().map((name) => readFileSync(name));
      const path = join(repository, 'timetable', 'planner.py');
      const text = readFileSync(path, 'utf8');
      for (const delay of [150, 300, 450, 600, 750, 900]) {
        writeFileSync(path, `${text}\nafter_${delay} = 1\n`);
        const child = start(['index', repository]);
        const end = once(child, 'close');
        await sleep(delay);
        child.kill('SIGKILL');
        await end;
        const left = graphs().map((name) => readFileSync(name));
        for (const bytes of kept) expect(left.some((one) => one.equals(bytes))).toBe(true);
        const after = await graph();
        expect(after).toContain(`after_${delay}`);
        writeFileSync(path, text);
        expect(await graph()).toBe(before);
      }
    },
    slow,
  );

  it(
    'keeps the last good graph where it may not write on, and says why',
    async () => {
      await index();
      const before = await graph();
      const kept = graphs().map((name) => readFileSync(name));
      const path = join(repository, 'timetable', 'planner.py');
      const text = readFileSync(path, 'utf8');
      writeFileSync(path, `${text}\nadded = 1\n`);
      // A file may not become larger than 4 KiB: writing the graph fails as on a full disk (EFBIG).
      const full = await index(repository, ['prlimit', '--fsize=4096']);
      expect(full.code).toBe(1);
      explains(full, 'EFBIG', 'limit on the size of files');
      expect(JSON.parse(full.stdout)).toMatchObject({ error: { code: 'DISK_FULL' } });
      expect(graphs().map((name) => readFileSync(name))).toEqual(kept);
      writeFileSync(path, text);
      expect(await graph()).toBe(before);
    },
    slow,
  );

  it.each(['truncated', 'of another version', 'garbage', 'empty'])(
    'builds a stored graph anew that is %s',
    async (how) => {
      await index();
      const before = await graph();
      const [path = ''] = graphs();
      const bytes = readFileSync(path);
      if (how === 'truncated') truncateSync(path, Math.floor(bytes.length / 2));
      else if (how === 'empty') truncateSync(path, 0);
      else if (how === 'garbage') writeFileSync(path, Buffer.alloc(bytes.length, 'x'));
      else
        writeFileSync(
          path,
          Buffer.concat([bytes.subarray(0, 4), Buffer.from([99, 0, 0, 0]), bytes.subarray(8)]),
        );
      expect((await index()).code).toBe(0);
      expect(await graph()).toBe(before);
    },
    slow,
  );

  it(
    'parses anew where the kept facts are damaged',
    async () => {
      await index();
      const before = await graph();
      for (const path of graphs()) rmSync(path);
      const facts = join(home, 'facts');
      const [version = ''] = readdirSync(facts);
      for (const name of readdirSync(join(facts, version))) truncateSync(join(facts, version, name), 40);
      expect((await index()).code).toBe(0);
      expect(await graph()).toBe(before);
    },
    slow,
  );

  it(
    'says so where the home can not be made',
    async () => {
      writeFileSync(join(folder, 'file'), '');
      home = join(folder, 'file', 'home');
      const { code, stderr, stdout } = await index();
      expect(code).toBe(1);
      explains({ code, stderr, stdout }, 'MENDGRAPH_HOME');
    },
    slow,
  );

  it(
    'ends at once when it is interrupted, and leaves nothing half-made',
    async () => {
      copies(1_500);
      const child = start(['index', repository]);
      const end = ended(child);
      await sleep(700);
      const since = performance.now();
      child.kill('SIGINT');
      const { code, stderr } = await end;
      expect(code).toBe(130);
      expect(performance.now() - since).toBeLessThan(3_000);
      expect(stderr).not.toMatch(/\n\s+at /);
      if (existsSync(join(home, 'graphs')))
        expect(graphs().filter((path) => !path.endsWith('.graph'))).toEqual([]);
      expect((await index()).code).toBe(0);
    },
    slow,
  );

  it(
    'goes through a link to the repository, and takes two runs at once',
    async () => {
      symlinkSync(repository, join(folder, 'link'));
      const said = await Promise.all([index(), index(join(folder, 'link')), index()]);
      expect(said.map(({ code }) => code)).toEqual([0, 0, 0]);
      const snapshots = said.map(({ stdout }) => JSON.parse(stdout).snapshot);
      expect(new Set(snapshots).size).toBe(1);
    },
    slow,
  );

  it(
    'ends in order when the repository is removed meanwhile',
    async () => {
      copies(1_500);
      const child = start(['index', repository, '--json']);
      const end = ended(child);
      await sleep(500);
      rmSync(repository, { recursive: true, force: true });
      const { code, stdout, stderr } = await end;
      // What had been read by then may be a graph of its own; the rest is named.
      const told = JSON.parse(stdout);
      if (code === 0) expect(told.skipped.length).toBeGreaterThan(0);
      else expect(told.error.code).toMatch(/^(NOT_FOUND|NOTHING_TO_INDEX|UNREADABLE)$/);
      expect(stderr).not.toMatch(/\n\s+at /);
    },
    slow,
  );
});
