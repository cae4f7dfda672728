import { join, relative } from 'node:path';
import { pid } from 'node:process';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { startLanguageServer } from './language-server.mjs';
import { randomFrom } from './random-edits.mjs';

const page = 500;
/** How a caller may be tied to what it calls; a property is called by reading it. */
const uses = ['CALLS', 'INSTANTIATES', 'REFERENCES'];

async function startOn(command, root) {
  const [program, ...args] = command.split(' ');
  const server = startLanguageServer(program, args.length > 0 ? args : ['--stdio'], { cwd: root });
  const uri = pathToFileURL(root).href;
  await server.request('initialize', {
    processId: pid,
    rootUri: uri,
    capabilities: { workspace: { configuration: true, workspaceFolders: true } },
    workspaceFolders: [{ uri, name: 'repository' }],
  });
  server.notify('initialized', {});
  return server;
}

/** Where a method's name stands, 0-based as the protocol has it. */
function placeOf({ name, span }, text) {
  const line = span.defLine - 1;
  const [before] = new RegExp(`\\bdef\\s+(?=${name}\\b)`).exec(text.split('\n')[line] ?? '') ?? [];
  if (before === undefined) return undefined;
  return { line, character: text.split('\n')[line].indexOf(before) + before.length };
}

const keyOf = (path, qualifiedName, startLine) => `${path}:${startLine} ${qualifiedName}`;

/** Calls of the method that the language server gives: in which file, on which 1-based line. */
async function callsSeen(server, root, { name, path, span }, text) {
  const position = placeOf({ name, span }, text);
  if (!position) return [];
  const uri = pathToFileURL(join(root, path)).href;
  server.notify('textDocument/didOpen', { textDocument: { uri, languageId: 'python', version: 1, text } });
  const of = { textDocument: { uri }, position };
  const items = (await server.request('textDocument/prepareCallHierarchy', of)) ?? [];
  const found = [];
  for (const item of items)
    found.push(...((await server.request('callHierarchy/incomingCalls', { item })) ?? []));
  server.notify('textDocument/didClose', { textDocument: { uri } });
  return found.flatMap(({ from, fromRanges }) =>
    fromRanges.map(({ start }) => ({ path: relative(root, fileURLToPath(from.uri)), line: start.line + 1 })),
  );
}

/** Keys of the definitions inside the repository that call the method, as the language server sees it. */
async function callersSeen(server, { graph, view }, root, method) {
  const text = (await view.read(method.path)) ?? '';
  const callers = new Set();
  for (const { path, line } of await callsSeen(server, root, method, text)) {
    const one = await definitionAround(graph, path, line);
    if (one) callers.add(keyOf(one.path, one.qualifiedName, one.span.startLine));
  }
  return callers;
}

/** A decorator runs in what is around its definition. */
async function definitionAround(graph, path, line) {
  const entity = await graph.atLine(path, line);
  if (entity === undefined || entity.kind === 'file' || line >= entity.span.defLine) return entity;
  return graph.get(entity.parentId);
}

/** All that `get_code_relationships` gives of one relation, page after page. */
async function tiesTold({ ask }, { path, qualifiedName }, relation) {
  const input = { file: path, full_qualified_name: qualifiedName, relation, direction: 'in', limit: page };
  const ties = [];
  for (;;) {
    const { output } = await ask('get_code_relationships', { ...input, offset: ties.length });
    if (!output.found) return ties;
    ties.push(...output.ties);
    if (output.ties.length === 0 || ties.length >= output.total) return ties;
  }
}

/** From each user of the method that the tool gives, how it is tied. */
async function usersTold(tools, method) {
  const told = new Map();
  for (const relation of uses)
    for (const { entity, confidence } of await tiesTold(tools, method, relation)) {
      const key = keyOf(entity.file, entity.qualified_name, entity.start_line);
      if (!told.has(key)) told.set(key, { relation, confidence });
    }
  return told;
}

/** In an order that the seed gives. */
function shuffled(items, seed) {
  const random = randomFrom(seed);
  const all = [...items];
  for (let at = all.length - 1; at > 0; at -= 1) {
    const other = Math.floor(random() * (at + 1));
    [all[at], all[other]] = [all[other], all[at]];
  }
  return all;
}

function add(figures, method, seen, told) {
  figures.methods += 1;
  figures.callers += seen.size;
  for (const caller of seen) {
    const tie = told.get(caller);
    if (!tie) figures.missing.push(`${method.id} < ${caller}`);
    else {
      figures.told += 1;
      figures.asCalls += Number(tie.relation !== 'REFERENCES');
      figures.sure += Number(tie.confidence !== 'candidate');
    }
  }
}

/**
 * Of the callers that a language server gives for so many methods (drawn by the seed; those that it knows no caller
 * of are passed over), how many the tool gives: in any way, as a call, and not as a mere candidate.
 */
export async function compareCallers(tools, root, command, { methods: wanted, seed, onMethod }) {
  const methods = [];
  for await (const entity of tools.graph.entities()) if (entity.kind === 'method') methods.push(entity);
  const server = await startOn(command, root);
  const figures = { asked: 0, methods: 0, callers: 0, told: 0, asCalls: 0, sure: 0, missing: [] };
  try {
    for (const method of shuffled(methods, seed)) {
      if (figures.methods >= wanted) break;
      figures.asked += 1;
      onMethod?.(figures.asked);
      const seen = await callersSeen(server, tools, root, method);
      if (seen.size > 0) add(figures, method, seen, await usersTold(tools, method));
    }
  } finally {
    await server.stop();
  }
  return figures;
}
