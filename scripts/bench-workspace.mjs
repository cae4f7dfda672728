/**
 * Measures the workspace: `npm run bench:workspace -- --repo FOLDER --checkouts 40`. The folder is only read.
 *
 * --repo FOLDER       the repository; Django 3.2 for the figures in the documents
 * --checkouts N       checkouts that are open at the same time, each edited and its patch taken (40)
 * --at-once N         how many of them have something running in them at the same time (2)
 *
 * Prints a line for each figure, and all as one JSON document at the end. Disk is what `du` counts, MiB, a file with
 * several names once. `opened` is the one copy that all checkouts start from. `checkouts`: as many as asked for,
 * edited, patches taken. `run`: each of those was given a folder, something was left behind there, and it was
 * released.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { exit, hrtime, stdout } from 'node:process';
import { parseArgs } from 'node:util';
import { openWorkspace } from '../dist/toolkit/workspace/workspace.js';
import { root, run } from './bench/program.mjs';

const { values } = parseArgs({
  options: {
    repo: { type: 'string', default: join(root, 'examples/timetable') },
    checkouts: { type: 'string', default: '40' },
    'at-once': { type: 'string', default: '2' },
  },
});
const count = (name) => {
  const value = Number(values[name]);
  if (!Number.isInteger(value) || value < 1)
    throw new Error(`--${name} takes a whole number from 1 on, not ${values[name]}`);
  return value;
};
const work = mkdtempSync(join(tmpdir(), 'bench-workspace-'));
const dir = join(work, 'run');
const figures = {};
const tell = (name, figure) => {
  figures[name] = figure;
  stdout.write(`${name}: ${JSON.stringify(figure)}\n`);
};

async function diskMb() {
  const { stdout: text } = await run('du', ['-sk', work]);
  return Math.round((Number.parseInt(text, 10) / 1024) * 10) / 10;
}

/** Seconds that `use` took, and MiB that it added. */
async function measured(name, use) {
  const before = await diskMb();
  const start = hrtime.bigint();
  const result = await use();
  const seconds = Math.round(Number(hrtime.bigint() - start) / 1e7) / 100;
  tell(name, { seconds, diskMb: Math.round(((await diskMb()) - before) * 10) / 10 });
  return result;
}

/** The first Python file that has a line, and that line. */
async function place(workspace) {
  const { stdout: found } = await run('find', [workspace.pristine, '-name', '*.py', '-size', '+0']);
  const [file] = found.trim().split('\n').sort();
  const path = file.slice(workspace.pristine.length + 1);
  const checkout = await workspace.checkout();
  const [line] = (await checkout.read(path)).toString('utf8').split('\n');
  return { path, startLine: 1, startColumn: 0, old: line };
}

async function editedCheckouts(workspace, edit) {
  const checkouts = [];
  for (let index = 0; index < count('checkouts'); index += 1) {
    const checkout = await workspace.checkout();
    await checkout.edit([{ ...edit, new: `# ${index}` }]);
    const patch = await checkout.diff([edit.path]);
    if (!patch.includes(`\n+# ${index}\n`)) throw new Error(`the patch of checkout ${index} is not its own`);
    checkouts.push(checkout);
  }
  return checkouts;
}

async function runIn(checkouts) {
  const waiting = [...checkouts];
  const turn = async () => {
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      writeFileSync(join(await next.folder(), 'left-behind'), 'by a test');
      await next.release();
    }
  };
  await Promise.all(Array.from({ length: count('at-once') }, turn));
}

try {
  const workspace = await measured('opened', () => openWorkspace({ root: resolve(values.repo), dir }));
  const edit = await place(workspace);
  const checkouts = await measured('checkouts', () => editedCheckouts(workspace, edit));
  await measured('run', () => runIn(checkouts));
  stdout.write(`${JSON.stringify(figures, null, 2)}\n`);
} catch (error) {
  stdout.write(`bench-workspace: ${error.message}\n`);
  exit(1);
} finally {
  rmSync(work, { recursive: true, force: true });
}
