/**
 * Times the embedded store's answers about a folder, in this process: `node scripts/bench/queries.mjs HOME FOLDER`.
 * Prints one JSON object: µs of the first call, median, 95th percentile and longest, of the callers of one method (each
 * of 400 by turns, drawn by calls), of the callers of the method that has most, and of all subclasses of the class
 * that has most. The first call reads what later ones find read.
 */
import { argv, env, hrtime, stdout } from 'node:process';
import { openGraph } from '../../dist/services/compose-graph.js';

const rounds = 2_000;

async function timed(ask) {
  const times = [];
  for (let round = 0; round < rounds; round += 1) {
    const start = hrtime.bigint();
    await ask(round);
    times.push(Number(hrtime.bigint() - start) / 1e3);
  }
  const [first] = times;
  times.sort((a, b) => a - b);
  const rounded = (value) => Math.round(value * 10) / 10;
  const at = (share) => rounded(times[Math.floor(share * times.length)]);
  return { first: rounded(first), p50: at(0.5), p95: at(0.95), longest: rounded(times.at(-1)) };
}

const inherited = { direction: 'in', kinds: ['INHERITS'] };
const called = { direction: 'in', kinds: ['CALLS'] };

/** The key that has the largest count. */
const largest = (counts) => [...counts].reduce((best, next) => (next[1] > best[1] ? next : best), ['', 0]);

/** What to ask: methods drawn by calls, the method with most callers, the class with most subclasses near and far. */
async function choose(graph) {
  const calls = [];
  const callers = new Map();
  const bases = new Set();
  for await (const { kind, dst } of graph.relations()) {
    if (kind === 'INHERITS') bases.add(dst);
    if (kind !== 'CALLS') continue;
    calls.push(dst);
    callers.set(dst, (callers.get(dst) ?? 0) + 1);
  }
  const subclasses = new Map();
  for (const base of bases) subclasses.set(base, (await graph.closure(base, inherited, 100)).length);
  const methods = Array.from({ length: 400 }, (_, index) => calls[Math.floor((index * calls.length) / 400)]);
  return { methods, method: largest(callers), cls: largest(subclasses) };
}

const [, , home, folder] = argv;
env.MENDGRAPH_HOME = home;
const known = await openGraph(folder, {});
const { methods, method, cls } = await choose(known);
await known.close();
const opening = hrtime.bigint();
const graph = await openGraph(folder, {});
const openMs = Math.round(Number(hrtime.bigint() - opening) / 1e6);
const busiest = await timed(() => graph.neighbours(method[0], called));
const subclasses = await timed(() => graph.closure(cls[0], inherited, 100));
const callers = await timed((round) => graph.neighbours(methods[round % methods.length], called));
const figures = {
  openMs,
  callers,
  busiest: { of: method[0], count: method[1], ...busiest },
  subclasses: { of: cls[0], count: cls[1], ...subclasses },
};
stdout.write(`${JSON.stringify(figures)}\n`);
