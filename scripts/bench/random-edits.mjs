import {
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
export function randomFrom(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const pythonFiles = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.py'))
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .sort();

/**
 * Changes a folder's Python files: lines taken out, doubled, swapped with another file's, names changed, functions
 * added, files renamed, copied and removed. `edit()` makes one change and says what it did.
 */
export function randomEditor(folder, seed = 1) {
  const random = randomFrom(seed);
  const below = (count) => Math.floor(random() * count);
  const pick = (items) => items[below(items.length)];
  let made = 0;
  const change = (path, work) => {
    const lines = readFileSync(path, 'utf8').split('\n');
    writeFileSync(path, work(lines).join('\n'));
  };
  const edits = {
    'line removed': (path) => change(path, (lines) => lines.toSpliced(below(lines.length), 1)),
    'line doubled': (path) =>
      change(path, (lines) => {
        const at = below(lines.length);
        return lines.toSpliced(at, 0, lines[at]);
      }),
    'line of another file': (path, other) =>
      change(path, (lines) =>
        lines.toSpliced(below(lines.length), 1, pick(readFileSync(other, 'utf8').split('\n'))),
      ),
    'name changed': (path) =>
      change(path, (lines) => {
        const name = pick(lines.join('\n').match(/\b[a-z_]{4,}\b/g) ?? ['self']);
        return lines.map((line) => line.replace(new RegExp(`\\b${name}\\b`), `${name}_x`));
      }),
    'function added': (path, other) =>
      change(path, (lines) => [
        ...lines,
        `def added_${made}(value):`,
        `    ${pick(readFileSync(other, 'utf8').match(/\b\w+\([^()\n]*\)/g) ?? ['print()'])}`,
        '    return value',
        '',
      ]),
    'comment added': (path) => change(path, (lines) => ['# a comment', ...lines]),
    'comment within': (path) =>
      change(path, (lines) => lines.toSpliced(below(lines.length), 0, `# comment ${made}`)),
    'operator changed': (path) => change(path, (lines) => lines.map((line) => line.replace(' < ', ' >= '))),
    'file renamed': (path) => renameSync(path, path.replace(/\.py$/, `_${made}.py`)),
    'file copied': (path, other) => {
      const target = join(dirname(other), `copied_${made}.py`);
      mkdirSync(dirname(target), { recursive: true });
      copyFileSync(path, target);
    },
    'file removed': (path) => rmSync(path),
  };
  return {
    edit() {
      made += 1;
      const files = pythonFiles(folder);
      const what = pick(Object.keys(edits));
      const path = pick(files);
      edits[what](path, pick(files));
      return `${what}: ${path.slice(folder.length + 1)}`;
    },
  };
}
