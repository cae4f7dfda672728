import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { z } from 'zod';
import type { Coverage, TestResult } from './types.ts';

const id = z.string().min(1).max(10_000);
const path = z.string().min(1).max(4_096);
const line = z.int().min(1).max(10_000_000);
const frame = z.tuple([path, line, z.string().max(1_000)]);

/** A line of the report file, see `python/mendgraph_report.py`. Not trusted: the tests can write to that file. */
const event = z.discriminatedUnion('event', [
  z.object({ event: z.literal('start'), id }),
  z.object({
    event: z.literal('result'),
    id,
    printed: z.string().max(1_000).nullish(),
    status: z.enum(['passed', 'failed', 'error', 'skipped', 'timeout']),
    seconds: z.number().min(0).max(1e6),
    message: z.string().max(8_000).nullable(),
    frames: z.array(frame).max(200),
  }),
  z.object({ event: z.literal('coverage'), id, files: z.record(path, z.string().max(1_000_000)) }),
  z.object({ event: z.literal('end'), status: z.int() }),
]);
type Event = z.infer<typeof event>;

/** What was written until the run ended, in whichever way. */
export interface ReportLines {
  readonly results: ReadonlyMap<string, TestResult>;
  readonly coverage: ReadonlyMap<string, Coverage>;
  /** The test that had begun and has no result. */
  readonly running: string | null;
  /** The runner came to its own end. */
  readonly ended: boolean;
  /** Where each thread was when the last resort of the time limit ended the process, if it did. */
  readonly hang: string | null;
}

const maxBytes = 128 * 2 ** 20;
const maxLines = 500_000;
const messageLength = 4_000;
const rank = { passed: 0, skipped: 1, failed: 2, error: 3, timeout: 4 } as const;

const safePath = (name: string): boolean => !name.startsWith('/') && !name.split('/').includes('..');

function expand(ranges: string): number[] {
  const lines: number[] = [];
  for (const part of ranges.split(',')) {
    const [, from, to] = /^(\d{1,7})(?:-(\d{1,7}))?$/.exec(part) ?? [];
    if (from === undefined) continue;
    for (let at = Number(from); at <= Number(to ?? from) && lines.length < 1_000_000; at += 1) lines.push(at);
  }
  return lines;
}

class Collector {
  readonly results = new Map<string, TestResult>();
  readonly coverage = new Map<string, Coverage>();
  running: string | null = null;
  ended = false;
  hang: string[] | null = null;

  add(text: string): void {
    const parsed = this.parse(text);
    if (parsed) this.apply(parsed);
    // faulthandler.dump_traceback_later begins so, and the process ends after it.
    else if (this.hang === null && text.startsWith('Timeout (')) this.hang = [];
    else if (this.hang && this.hang.length < 50) this.hang.push(text.slice(0, 500));
  }

  private parse(text: string): Event | null {
    if (!text.startsWith('{')) return null;
    try {
      return event.safeParse(JSON.parse(text)).data ?? null;
    } catch {
      return null;
    }
  }

  private apply(read: Event): void {
    if (read.event === 'start') this.running = read.id;
    else if (read.event === 'result') this.addResult(read);
    else if (read.event === 'coverage') {
      const files = Object.entries(read.files).filter(([name]) => safePath(name));
      this.coverage.set(read.id, Object.fromEntries(files.map(([name, lines]) => [name, expand(lines)])));
    } else this.ended = true;
  }

  private addResult({ id, printed, status, seconds, message, frames }: Event & { event: 'result' }): void {
    if (this.running === id) this.running = null;
    const known = this.results.get(id);
    if (known && rank[known.status] >= rank[status]) return;
    this.results.set(id, {
      id,
      ...(printed && printed !== id && { printed }),
      status,
      seconds,
      message: message?.slice(0, messageLength) ?? null,
      frames: frames
        .filter(([name]) => safePath(name))
        .map(([name, at, where]) => ({ path: name, line: at, function: where })),
    });
  }
}

/**
 * Reads a report file line by line. The tests could have put anything in its place, so links are not followed,
 * only a plain file is read, at most 128 MB of it, and what is not a proper line is passed over.
 */
export async function readReportLines(file: string): Promise<ReportLines> {
  const collector = new Collector();
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  const handle = await open(file, flags).catch(() => null);
  try {
    if (handle && (await handle.stat()).isFile()) {
      let count = 0;
      const stream = handle.createReadStream({ autoClose: false, end: maxBytes, encoding: 'utf8' });
      for await (const text of linesOf(stream)) {
        collector.add(text);
        count += 1;
        if (count >= maxLines) break;
      }
    }
  } finally {
    await handle?.close();
  }
  const { results, coverage, running, ended, hang } = collector;
  return { results, coverage, running, ended, hang: hang ? hang.join('\n') : null };
}

/** Longest line that is kept; a longer one is passed over without being held. */
const maxLine = 16 * 2 ** 20;

async function* linesOf(chunks: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of chunks) {
    const parts = (rest + chunk).split('\n');
    rest = parts.pop() ?? '';
    yield* parts;
    if (rest.length > maxLine) rest = '';
  }
  if (rest !== '') yield rest;
}
