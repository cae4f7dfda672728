/**
 * Times the embedded store's answers about a folder, in this process: `node scripts/bench/queries.mjs HOME FOLDER`.
 * Prints one JSON object: µs, median and 95th percentile, of the callers of one method (each of 400 by turns) and of all
 * subclasses of the class that has most.
 */
import { argv, env, hrtime, stdout } from 'node:process';
import { openGraph } from '../../dist/services/open-graph.js';

const rounds = 2_000;

async function timed(ask) {
  const times = [];
  for (let round = 0; round < rounds; round += 1) {
    const start = hrtime.bigint();
    await ask(round);
    times.push(Number(hrtime.bigint() - start) / 1e3);
  }
  times.sort((a, b) => a - b);
  const at = (share) => Math.round(times[Math.floor(share * times.length)] * 10) / 10;
  return { p50: at(0.5), p95: at(0.95) };
}

const [, , home, folder] = argv;
env.MENDGRAPH_HOME = home;
const opening = hrtime.bigint();
const graph = await openGraph(folder, {});
const openMs = Math.round(Number(hrtime.bigint() - opening) / 1e6);
const methods = [];
const subclasses = new Map();
for await (const { kind, dst, src } of graph.relations()) {
  if (kind === 'CALLS') methods.push(dst);
  if (kind === 'INHERITS') subclasses.set(dst, [...(subclasses.get(dst) ?? []), src]);
}
const sample = Array.from({ length: 400 }, (_, index) => methods[Math.floor((index * methods.length) / 400)]);
let busiest;
let most = -1;
for (const cls of [...subclasses.keys()].filter((one) => subclasses.get(one).length > 1)) {
  const reached = await graph.closure(cls, { direction: 'in', kinds: ['INHERITS'] }, 100);
  if (reached.length <= most) continue;
  most = reached.length;
  busiest = cls;
}
const callers = await timed((round) =>
  graph.neighbours(sample[round % sample.length], { direction: 'in', kinds: ['CALLS'] }),
);
const all = await timed(() => graph.closure(busiest, { direction: 'in', kinds: ['INHERITS'] }, 100));
stdout.write(`${JSON.stringify({ openMs, callers, subclasses: { of: busiest, count: most, ...all } })}\n`);
