/**
 * Measures the tools: `npm run bench:tools -- --repo FOLDER`. The folder is only read; MENDGRAPH_HOME, where it is
 * set, keeps the index for the next time.
 *
 * --repo FOLDER       the repository; Django 3.2 for the figures in the documents
 * --calls N           calls to time (2000), of the tools in the shares that SGAgent's had, inputs drawn from the graph
 * --seed N            for all that is drawn (7)
 * --neo4j URI         also pushes the graph there, and times the same calls on it
 * --longest           asks each tool about every entity: no text may be longer than its limit of tokens
 * --share X           about so many of the entities, instead of every one (1)
 * --callers COMMAND   a language server for Python, such as pyright-langserver: what share of the callers it gives
 *                     for --methods (50) get_code_relationships gives too
 *
 * Prints a line for each figure, and all as one JSON document at the end. Times are ms; the slowest calls are shown.
 * Ends with 1 where a text is longer than its limit.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { env, exit, hrtime, stderr, stdout } from 'node:process';
import { parseArgs } from 'node:util';
import { defaultTokens } from '../dist/toolkit/render.js';
import { compareCallers } from './bench/callers.mjs';
import { longestResults } from './bench/longest-results.mjs';
import { openTools, openToolsOnNeo4j } from './bench/opened-tools.mjs';
import { index, mendgraph, root } from './bench/program.mjs';
import { drawCalls, knownTo } from './bench/tool-calls.mjs';

const { values } = parseArgs({
  options: {
    repo: { type: 'string', default: join(root, 'examples/timetable') },
    calls: { type: 'string', default: '2000' },
    seed: { type: 'string', default: '7' },
    neo4j: { type: 'string' },
    longest: { type: 'boolean', default: false },
    share: { type: 'string', default: '1' },
    callers: { type: 'string' },
    methods: { type: 'string', default: '50' },
  },
});
const count = (name) => {
  const value = Number(values[name]);
  if (!Number.isInteger(value) || value < 1)
    throw new Error(`--${name} takes a whole number from 1 on, not ${values[name]}`);
  return value;
};
const share = () => {
  const value = Number(values.share);
  if (!(value > 0 && value <= 1)) throw new Error(`--share takes a number up to 1, not ${values.share}`);
  return value;
};
const work = mkdtempSync(join(tmpdir(), 'bench-tools-'));
env.MENDGRAPH_HOME ??= work;
const repository = resolve(values.repo);
const figures = {};
const tell = (name, figure) => {
  figures[name] = figure;
  stdout.write(`${name}: ${JSON.stringify(figure)}\n`);
};
/** Now and then, how far a long measurement is. */
const every = (step, what) => (done) => {
  if (done % step === 0) stderr.write(`${done} ${what}\n`);
};

const rounded = (value) => Math.round(value * 100) / 100;
function spread(times) {
  const sorted = [...times].sort((a, b) => a - b);
  const at = (part) => rounded(sorted[Math.floor(part * sorted.length)]);
  return { calls: sorted.length, p50: at(0.5), p95: at(0.95), longest: rounded(sorted.at(-1)) };
}

async function latency(name, { ask }, calls) {
  const timed = [];
  for (const { name: tool, input } of calls) {
    const start = hrtime.bigint();
    const { output } = await ask(tool, input);
    timed.push({ tool, input, found: output.found !== false, ms: Number(hrtime.bigint() - start) / 1e6 });
  }
  const byTool = new Map();
  for (const one of timed) byTool.set(one.tool, [...(byTool.get(one.tool) ?? []), one]);
  const times = (list) => list.map(({ ms }) => ms);
  tell(`latency, ${name}, ms`, {
    ...spread(times(timed)),
    found: timed.filter(({ found }) => found).length,
  });
  tell(
    `latency by tool, ${name}, ms`,
    Object.fromEntries([...byTool].sort().map(([tool, list]) => [tool, spread(times(list))])),
  );
  const slowest = timed.toSorted((a, b) => b.ms - a.ms).slice(0, 5);
  tell(
    `slowest, ${name}`,
    slowest.map(({ tool, input, ms }) => ({ tool, input, ms: rounded(ms) })),
  );
}

async function longest(tools) {
  const options = { share: share(), seed: count('seed'), onCall: every(20_000, 'calls') };
  const found = await longestResults(tools, options);
  const most = Math.max(0, ...Object.values(found).map(({ tokens }) => tokens));
  tell('longest, tokens', { most, limit: defaultTokens, tools: found });
  if (most > defaultTokens) throw new Error(`a text of ${most} tokens is longer than ${defaultTokens}`);
}

async function callers(tools) {
  const options = { methods: count('methods'), seed: count('seed'), onMethod: every(50, 'methods asked') };
  const found = await compareCallers(tools, repository, values.callers, options);
  const { told, callers: all } = found;
  tell('callers', { share: all === 0 ? 1 : rounded(told / all), ...found });
}

try {
  const { snapshot } = await index(env.MENDGRAPH_HOME, repository);
  const tools = await openTools(repository);
  const calls = await drawCalls(await knownTo(tools), count('calls'), count('seed'));
  await tools.close();
  const fresh = await openTools(repository);
  await latency('embedded', fresh, calls);
  if (values.neo4j) {
    const args = ['graph', 'push', repository, '--neo4j', values.neo4j, '--json'];
    tell('pushed to Neo4j', JSON.parse((await mendgraph(env.MENDGRAPH_HOME, ...args)).stdout));
    const remote = await openToolsOnNeo4j(repository, values.neo4j, snapshot);
    await latency('Neo4j', remote, calls).finally(() => remote.close());
  }
  if (values.longest) await longest(fresh);
  if (values.callers) await callers(fresh);
  await fresh.close();
  stdout.write(`${JSON.stringify(figures, null, 2)}\n`);
} catch (error) {
  stdout.write(`bench-tools: ${error.message}\n`);
  exit(1);
} finally {
  rmSync(work, { recursive: true, force: true });
}
