import { posix } from 'node:path';
import { randomFrom } from './random-edits.mjs';

/** One call in so many asks for a name with a letter too few, as models do. */
const misspelt = 20;
const readLines = 100;

/**
 * What SGAgent asked its tools on SWE-bench Lite, the shell left out. The paper counts nine of them together; here
 * each of those has a ninth.
 */
const counted = {
  read_file_lines: 4512,
  search_code_with_context: 1243,
  find_files_containing: 733,
  explore_directory: 538,
};
const together = 1410;
const nine = [
  'analyze_file_structure',
  'get_code_relationships',
  'find_methods_by_name',
  'extract_complete_method',
  'find_class_constructor',
  'list_class_attributes',
  'find_variable_usage',
  'find_all_variables_named',
  'show_file_imports',
];
export const usage = {
  ...counted,
  ...Object.fromEntries(nine.map((name) => [name, together / nine.length])),
};

/** Names of Python code in a line that are worth a search. */
const wordsOf = (line) => line.match(/[A-Za-z_]\w{3,}/g) ?? [];

/** What calls are made of: the graph's entities by kind, in order of ids, and the text files. */
export async function knownTo({ graph, view }) {
  const entities = { file: [], class: [], method: [], variable: [] };
  for await (const entity of graph.entities()) entities[entity.kind].push(entity);
  const files = [];
  for (const { path } of await view.list()) if ((await view.read(path)) !== undefined) files.push(path);
  return { entities, files, read: view.read };
}

function inputsFrom({ entities, files, read }, random) {
  const below = (count) => Math.floor(random() * count);
  const pick = (items) => items[below(items.length)];
  const named = (name) => {
    if (below(misspelt) > 0 || name.length < 2) return name;
    const at = below(name.length);
    return name.slice(0, at) + name.slice(at + 1);
  };
  const lines = async (path) => ((await read(path)) ?? '').split('\n');
  const inClass = (entity) => entity.qualifiedName.split('.').slice(-2).join('.');
  const member = () => pick(random() < 0.3 ? entities.class : entities.method);
  /** A name of the graph, or a word of some line. */
  const keyword = async () => {
    if (random() < 0.5) return named(pick(random() < 0.7 ? entities.method : entities.class).name);
    return named(pick(wordsOf(pick(await lines(pick(entities.file).path)))) ?? 'import');
  };
  return {
    read_file_lines: async () => {
      const file_path = pick(files);
      const start_line = 1 + below((await lines(file_path)).length);
      return { file_path, start_line, end_line: start_line + readLines - 1 };
    },
    search_code_with_context: async () => {
      const folder = posix.dirname(pick(files));
      return { keyword: await keyword(), ...(random() < 0.5 && { search_path: folder }) };
    },
    find_files_containing: async () => ({ keyword: await keyword() }),
    explore_directory: () => ({ dir_path: posix.dirname(pick(files)) }),
    analyze_file_structure: () => ({ file: pick(entities.file).path }),
    get_code_relationships: () => {
      const one = random() < 0.8 ? member() : pick(entities.variable);
      return { file: one.path, full_qualified_name: named(one.qualifiedName) };
    },
    find_methods_by_name: () => ({ name: named(pick(entities.method).name) }),
    extract_complete_method: () => {
      const one = member();
      return { file: one.path, full_qualified_name: named(inClass(one)) };
    },
    find_class_constructor: () => ({ class_name: named(pick(entities.class).name) }),
    list_class_attributes: () => ({ class_name: named(pick(entities.class).name) }),
    find_variable_usage: () => {
      const { path, name } = pick(entities.variable);
      return { file: path, variable_name: named(name) };
    },
    find_all_variables_named: () => ({ variable_name: named(pick(entities.variable).name) }),
    show_file_imports: () => ({ python_file_path: pick(entities.file).path }),
  };
}

/** So many calls, tools in the shares of `usage`, on what is known; the same for the same seed. */
export async function drawCalls(known, count, seed) {
  const random = randomFrom(seed);
  const inputs = inputsFrom(known, random);
  const total = Object.values(usage).reduce((sum, share) => sum + share, 0);
  const draw = () => {
    let left = random() * total;
    for (const [name, share] of Object.entries(usage)) {
      left -= share;
      if (left < 0) return name;
    }
    return 'read_file_lines';
  };
  const calls = [];
  for (let made = 0; made < count; made += 1) {
    const name = draw();
    calls.push({ name, input: await inputs[name]() });
  }
  return calls;
}
