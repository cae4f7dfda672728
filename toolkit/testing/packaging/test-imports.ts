import { posix } from 'node:path';
import { readText } from '../find/read-text.ts';

/** A module that files of tests import where nothing guards it, and the first of them. */
export interface TestImport {
  readonly module: string;
  readonly file: string;
  /** How many of the files looked at. */
  readonly files: number;
}

const mostFiles = 300;
const statement =
  /^(?:import[ \t]+([\w., ]{1,500})|from[ \t]+(\w{1,100})(?:\.[\w.]{1,300})?[ \t]+import\b)/gm;

/** First parts of the modules that are imported at the margin: what is indented may be guarded. */
function modulesOf(text: string): Set<string> {
  const found = new Set<string>();
  for (const [, list, from] of text.matchAll(statement)) {
    const names =
      from === undefined
        ? (list ?? '').split(',').map((part) => part.trim().split(/[.\s]/)[0] ?? '')
        : [from];
    for (const name of names) if (/^[A-Za-z]\w*$/.test(name)) found.add(name);
  }
  return found;
}

/** What the tests' files import, most used first; `paths` are relative to `root`. */
export async function testImports(root: string, paths: readonly string[]): Promise<readonly TestImport[]> {
  const found = new Map<string, { file: string; files: number }>();
  const folders = new Set(paths.map((path) => posix.dirname(path)));
  const support = [...folders].map((folder) => posix.join(folder, 'conftest.py'));
  for (const path of [...paths.slice(0, mostFiles), ...support.slice(0, mostFiles)]) {
    const text = await readText(root, path);
    for (const module of modulesOf(text ?? '')) {
      const known = found.get(module);
      found.set(module, { file: known?.file ?? path, files: (known?.files ?? 0) + 1 });
    }
  }
  return [...found]
    .map(([module, { file, files }]) => ({ module, file, files }))
    .sort((a, b) => b.files - a.files || (a.module < b.module ? -1 : 1));
}
