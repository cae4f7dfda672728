/**
 * Measures the graph: `npm run bench:graph -- --repo FOLDER`. Works on a copy of the folder, with a home of its own.
 *
 * --repo FOLDER       the repository; Django 3.2 for the figures in the documents
 * --runs N            of the timings, the best of N (3)
 * --edits N           random edits after which the graph must equal a clean one (20), compared every --every (5)
 * --scorers FOLDER    with ast_truth.py, score_edges.py and score_pycg.py: also compares with these truths
 * --snippets FOLDER   a suite of call graphs, as PyCG's micro-benchmark/snippets
 * --sites FILE        call sites of the repository as a type checker resolves them, for score_edges.py
 * --neo4j URI         also pushes the graph there
 *
 * Prints a line for each figure, and all as one JSON document at the end. Ends with 1 where a graph differs.
 */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { execPath, exit, stdout } from 'node:process';
import { parseArgs } from 'node:util';
import { index, mendgraph, root, run } from './bench/program.mjs';
import { randomEditor } from './bench/random-edits.mjs';

const { values } = parseArgs({
  options: {
    repo: { type: 'string', default: join(root, 'examples/timetable') },
    runs: { type: 'string', default: '3' },
    edits: { type: 'string', default: '20' },
    every: { type: 'string', default: '5' },
    scorers: { type: 'string' },
    snippets: { type: 'string' },
    sites: { type: 'string' },
    neo4j: { type: 'string' },
  },
});
const count = (name) => {
  const value = Number(values[name]);
  if (!Number.isInteger(value) || value < 0)
    throw new Error(`--${name} takes a whole number, not ${values[name]}`);
  return value;
};
const work = mkdtempSync(join(tmpdir(), 'bench-graph-'));
const repository = join(work, 'repository');
const figures = {};
const tell = (name, figure) => {
  figures[name] = figure;
  stdout.write(`${name}: ${JSON.stringify(figure)}\n`);
};
const bench = (script, ...args) => run(execPath, [join(root, 'scripts/bench', script), ...args]);

/** Of several runs, the one that took the least time. */
async function best(measure) {
  const all = [];
  for (let turn = 0; turn < Math.max(1, count('runs')); turn += 1) all.push(await measure(turn));
  const { seconds, rssMb } = all.reduce((a, b) => (b.seconds < a.seconds ? b : a));
  return { seconds, rssMb };
}

async function timings() {
  tell('cold', await best((turn) => index(join(work, `cold-${turn}`), repository)));
  const home = join(work, 'cold-0');
  tell('nothing changed', await best(() => index(home, repository)));
  const { stdout: files } = await run('git', ['ls-files', '-z', '--others', '*.py'], { cwd: repository });
  const all = files.split('\0').filter((path) => path !== '');
  const file = join(repository, all[Math.floor(all.length / 2)] ?? '');
  const text = readFileSync(file, 'utf8');
  const changed = (what) => async (turn) => {
    writeFileSync(file, what(turn));
    return index(home, repository);
  };
  tell('one file changed: a comment', await best(changed((turn) => `# ${turn}\n${text}`)));
  tell('one file changed: a function', await best(changed((turn) => `${text}\ndef added_${turn}(): pass\n`)));
  writeFileSync(file, text);
  await index(home, repository);
  tell('queries, µs', JSON.parse((await bench('queries.mjs', home, repository)).stdout));
}

async function exported(home, folder, name) {
  const { stdout: text } = await mendgraph(home, 'graph', 'export', folder);
  const path = join(work, name);
  writeFileSync(path, text);
  return { path, text };
}

async function truths() {
  const home = join(work, 'cold-0');
  const { path } = await exported(home, repository, 'graph.jsonl');
  const truth = join(work, 'truth.jsonl');
  await run('python3', [join(values.scorers, 'ast_truth.py'), repository, '-o', truth]);
  tell('entities', JSON.parse((await bench('entities.mjs', path, truth)).stdout));
  if (values.snippets) {
    const scorer = join(values.scorers, 'score_pycg.py');
    const { stdout: text } = await bench('call-graphs.mjs', values.snippets, '--scorer', scorer);
    tell('call graphs', text.trim().split('\n').at(-1));
  }
  if (!values.sites) return;
  for (const kind of ['call', 'inherits']) {
    const edges = join(work, `${kind}.jsonl`);
    const script = `"${execPath}" "${join(root, 'scripts/bench/edges.mjs')}" --kind ${kind} < "${path}" > "${edges}"`;
    await run('sh', ['-c', script]);
    const args = ['--sites', resolve(values.sites), '--ents', truth, '--pred', edges, '--kind', kind];
    const { stdout: text } = await run('python3', [join(values.scorers, 'score_edges.py'), ...args]);
    tell(`edges, ${kind}`, text.trim());
  }
}

/** Whether an index that knows what was before gives the graph of one that knows nothing, after random edits. */
async function edits() {
  const editor = randomEditor(repository, 7);
  const home = join(work, 'cold-0');
  let compared = 0;
  for (let made = 1; made <= count('edits'); made += 1) {
    const what = editor.edit();
    if (made % Math.max(1, count('every')) !== 0) {
      await index(home, repository);
      continue;
    }
    const clean = join(work, 'clean');
    const [after, anew] = [
      await exported(home, repository, 'after.jsonl'),
      await exported(clean, repository, 'anew.jsonl'),
    ];
    rmSync(clean, { recursive: true });
    compared += 1;
    if (after.text === anew.text) continue;
    tell('incremental', { edits: made, last: what, equal: false });
    throw new Error(`the graph after ${made} edits is not that of a clean index; the last was: ${what}`);
  }
  tell('incremental', { edits: count('edits'), compared, equal: true });
}

try {
  mkdirSync(repository);
  cpSync(resolve(values.repo), repository, {
    recursive: true,
    filter: (path) => !/(^|\/)\.git(\/|$)/.test(path),
  });
  await run('git', ['init', '--quiet'], { cwd: repository });
  await timings();
  if (values.scorers) await truths();
  if (values.neo4j) {
    const args = ['graph', 'push', repository, '--neo4j', values.neo4j, '--json'];
    tell('pushed to Neo4j', JSON.parse((await mendgraph(join(work, 'cold-0'), ...args)).stdout));
  }
  await edits();
  stdout.write(`${JSON.stringify(figures, null, 2)}\n`);
} catch (error) {
  stdout.write(`bench-graph: ${error.message}\n`);
  exit(1);
} finally {
  rmSync(work, { recursive: true, force: true });
}
