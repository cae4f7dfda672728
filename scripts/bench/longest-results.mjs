import { posix } from 'node:path';
import { tokensOf } from '../../dist/toolkit/tokens.js';
import { randomFrom } from './random-edits.mjs';

const searches = ({ name }) => [
  ['search_code_with_context', { keyword: name }],
  ['find_files_containing', { keyword: name }],
];
const relationships = ({ path, qualifiedName }) => [
  ['get_code_relationships', { file: path, full_qualified_name: qualifiedName }],
];
const source = ({ path, qualifiedName }) => [
  ['extract_complete_method', { file: path, full_qualified_name: qualifiedName }],
];

/** Every tool whose input an entity gives. */
const callsOf = {
  file: (entity) => [
    ...relationships(entity),
    ['analyze_file_structure', { file: entity.path }],
    ['show_file_imports', { python_file_path: entity.path }],
    ['read_file_lines', { file_path: entity.path, start_line: 1, end_line: 400 }],
    ['explore_directory', { dir_path: posix.dirname(entity.path) }],
    ['find_files_containing', { keyword: posix.basename(entity.path) }],
  ],
  class: (entity) => [
    ...relationships(entity),
    ...source(entity),
    ...searches(entity),
    ['find_class_constructor', { class_name: entity.qualifiedName }],
    ['find_class_constructor', { class_name: entity.name }],
    ['list_class_attributes', { class_name: entity.qualifiedName }],
    ['list_class_attributes', { class_name: entity.name }],
  ],
  method: (entity) => [
    ...relationships(entity),
    ...source(entity),
    ...searches(entity),
    ['find_methods_by_name', { name: entity.name }],
  ],
  variable: (entity) => [
    ...relationships(entity),
    ...searches(entity),
    ['find_variable_usage', { file: entity.path, variable_name: entity.name }],
    ['find_all_variables_named', { variable_name: entity.name }],
  ],
};

/** Every question about the entities, or about a share of them drawn by the seed, each once. */
async function* questions(graph, share, seed) {
  const random = randomFrom(seed);
  const asked = new Set();
  for await (const entity of graph.entities()) {
    if (random() >= share) continue;
    for (const question of callsOf[entity.kind](entity)) {
      const key = JSON.stringify(question);
      if (!asked.has(key)) yield question;
      asked.add(key);
    }
  }
}

/** The longest text of each tool in tokens, with what it was asked for and how many texts there were. */
export async function longestResults({ graph, ask }, { share, seed, onCall }) {
  const longest = {};
  let calls = 0;
  for await (const [name, input] of questions(graph, share, seed)) {
    const tokens = tokensOf((await ask(name, input)).text);
    longest[name] ??= { tokens: -1, calls: 0 };
    longest[name].calls += 1;
    if (tokens > longest[name].tokens) Object.assign(longest[name], { tokens, of: input });
    calls += 1;
    onCall?.(calls);
  }
  return longest;
}
