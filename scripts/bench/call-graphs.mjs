/**
 * Exports the call graph of each case of a suite like PyCG's micro-benchmark, and has them scored.
 *
 *   node scripts/bench/call-graphs.mjs SNIPPETS --scorer score_pycg.py [--out FOLDER] [-- --list]
 *
 * SNIPPETS holds a folder a case, as CATEGORY/NAME. The graphs go to FOLDER (a temporary one if not given) as
 * CATEGORY/NAME.json; then the scorer runs as `python3 SCORER FOLDER --truth SNIPPETS`, with what follows `--`.
 */
import { execFile, spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';

const program = join(dirname(fileURLToPath(import.meta.url)), '../../bin/mendgraph.mjs');
const run = promisify(execFile);

const foldersIn = async (folder) =>
  (await readdir(folder, { withFileTypes: true }))
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);

/** Cases as `CATEGORY/NAME`, sorted. */
export async function casesIn(snippets) {
  const categories = await foldersIn(snippets);
  const cases = await Promise.all(
    categories.map(async (category) =>
      (await foldersIn(join(snippets, category))).map((name) => `${category}/${name}`),
    ),
  );
  return cases.flat().sort();
}

/** Writes the call graph of every case below `out`. Cases that cannot be exported have no file; their errors are returned. */
export async function exportCases(snippets, out, workers = availableParallelism()) {
  const left = await casesIn(snippets);
  const errors = [];
  const work = async () => {
    for (let name = left.pop(); name !== undefined; name = left.pop()) {
      const args = [program, 'graph', 'export', '--format', 'pycg', '--root', join(snippets, name)];
      try {
        const { stdout } = await run(process.execPath, args, { maxBuffer: 2 ** 28 });
        await mkdir(join(out, dirname(name)), { recursive: true });
        await writeFile(join(out, `${name}.json`), stdout);
      } catch (error) {
        errors.push(`${name}: ${error.stderr || error.message}`);
      }
    }
  };
  await Promise.all(Array.from({ length: workers }, work));
  return errors;
}

async function main() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { scorer: { type: 'string' }, out: { type: 'string' } },
  });
  const [snippets, ...scorerArgs] = positionals;
  if (!snippets || !values.scorer)
    throw new Error('usage: call-graphs.mjs SNIPPETS --scorer SCRIPT [--out FOLDER]');
  const out = values.out ?? (await mkdtemp(join(tmpdir(), 'call-graphs-')));
  try {
    for (const error of await exportCases(snippets, out)) process.stderr.write(`${error}\n`);
    const scorer = [values.scorer, out, '--truth', snippets, ...scorerArgs];
    process.exitCode = spawnSync('python3', scorer, { stdio: 'inherit' }).status ?? 1;
  } finally {
    if (!values.out) await rm(out, { recursive: true, force: true });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main();
