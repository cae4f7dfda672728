import { isMap, isScalar, LineCounter, parseDocument } from 'yaml';
import type { z } from 'zod';
import { MendError } from '../../../graph/kernel/errors.ts';
import { distanceFrom } from '../../../graph/query/edit-distance.ts';
import { examples, type SettingsFile, settingsSchema } from './schema.ts';

type Document = ReturnType<typeof parseDocument>;

/** So many uses of anchors are more than settings need, and less than a bomb takes. */
const maxAliasCount = 20;
const maxDepth = 20;

const seeManual = 'see docs/manual/probe.md';

/** `name, line 3` for a message. */
const at = (name: string, line: number | undefined): string =>
  line === undefined ? name : `${name}, line ${line}`;

const refused = (where: string, what: string, hint: string, cause?: unknown): MendError =>
  new MendError('CONFIG_INVALID', `${where}: ${what}`, { hint, cause });

/** Brackets and indentation deeper than settings go would only use up the stack. */
function isTooDeep(text: string): boolean {
  let depth = 0;
  for (const char of text) {
    if (char === '[' || char === '{') depth += 1;
    if (char === ']' || char === '}') depth -= 1;
    if (depth > maxDepth) return true;
  }
  return /^[ \t]*(?:[-?:][ \t]+){20}/m.test(text) || /^ {200}/m.test(text);
}

function readDocument(text: string, name: string, lines: LineCounter): Document {
  if (isTooDeep(text)) throw refused(name, 'it is nested too deep', seeManual);
  const document = parseDocument(text, {
    lineCounter: lines,
    prettyErrors: false,
    schema: 'core',
    version: '1.2',
    logLevel: 'error',
    stringKeys: true,
  });
  const [problem] = [...document.errors, ...document.warnings];
  if (!problem) return document;
  const { line } = lines.linePos(problem.pos[0]);
  const hint = problem.code === 'TAG_RESOLVE_FAILED' ? 'leave the tag (!…) out' : 'correct the YAML there';
  throw refused(at(name, line), problem.message.slice(0, 300), hint, problem);
}

function toValue(document: Document, name: string): unknown {
  try {
    return document.toJS({ maxAliasCount }) ?? {};
  } catch (cause) {
    throw refused(name, 'it has too many uses of anchors', 'write the values out', cause);
  }
}

/** Line of the key at `path`, or of the last part of it that is there. */
function lineOf(document: Document, path: readonly PropertyKey[], lines: LineCounter): number | undefined {
  let node: unknown = document.contents;
  let start: number | undefined;
  for (const part of path) {
    if (isMap(node)) {
      const pair = node.items.find(({ key }) => isScalar(key) && String(key.value) === String(part));
      if (pair && isScalar(pair.key)) start = pair.key.range?.[0] ?? start;
      node = pair?.value;
    } else {
      const child = (node as { items?: readonly unknown[] } | null)?.items?.[Number(part)];
      start = (child as { range?: readonly number[] } | undefined)?.range?.[0] ?? start;
      node = child;
    }
  }
  return start === undefined ? undefined : lines.linePos(start).line;
}

function nearest(key: string, names: readonly string[]): string | undefined {
  const distance = distanceFrom(key.toLowerCase());
  const sorted = names.toSorted((a, b) => distance(a) - distance(b));
  const [best] = sorted;
  return best !== undefined && distance(best) <= Math.max(2, key.length / 2) ? best : undefined;
}

function about(issue: z.core.$ZodIssue, document: Document, name: string, lines: LineCounter): MendError {
  if (issue.code === 'unrecognized_keys') {
    const [key = ''] = issue.keys;
    const known = issue.path[0] === 'timeout' ? ['test', 'whole'] : Object.keys(examples);
    const meant = nearest(key, known);
    return refused(
      at(name, lineOf(document, [...issue.path, key], lines)),
      `there is no setting ${key.slice(0, 100)}`,
      meant ? `did you mean ${meant}?` : `settings are ${known.join(', ')}; ${seeManual}`,
    );
  }
  const top = issue.path[0];
  const example = Object.hasOwn(examples, String(top)) ? examples[top as keyof SettingsFile] : 'test: pytest';
  const message = issue.code === 'invalid_key' ? (issue.issues[0]?.message ?? issue.message) : issue.message;
  const where = at(name, lineOf(document, issue.path, lines));
  return refused(where, `${issue.path.join('.') || 'the file'} ${message}`, `for example: ${example}`);
}

/**
 * Reads the text of a `mendgraph.yaml`; nothing in it means no settings.
 * @param name what to call the file in messages
 * @throws MendError `CONFIG_INVALID`, with the line, the key and what to write
 */
export function parseSettings(text: string, name: string): SettingsFile {
  const lines = new LineCounter();
  const document = readDocument(text, name, lines);
  const parsed = settingsSchema.safeParse(toValue(document, name));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  if (!issue) throw parsed.error;
  throw about(issue, document, name, lines);
}
