import { z } from 'zod';
import { defineTool } from '../define-tool.ts';
import { linesOf, numbered } from '../lookup/lines.ts';
import { miss, missed, missText } from '../lookup/miss.ts';
import { pageOf, paging } from '../lookup/paging.ts';
import { patternFault } from '../lookup/pattern-worker.ts';
import { isOverLines, type MatchingFile, overLines, searchFiles } from '../lookup/search-files.ts';
import { filesIn } from '../lookup/search-scope.ts';
import { wordsNear } from '../lookup/words-near.ts';
import type { ToolContext } from '../tool-context.ts';

const context = 3;

const place = z.strictObject({
  file: z.string(),
  /** First line of `lines`. */
  start_line: z.int(),
  lines: z.array(z.string()),
  /** Lines that match, each with the method or class that it is in. */
  matches: z.array(z.strictObject({ line: z.int(), inside: z.string().nullable() })),
});
type Place = z.infer<typeof place>;

interface Run {
  readonly file: string;
  /** 0-based indices of lines. */
  readonly matches: readonly number[];
}

/** Matches whose contexts touch are one place. */
function runsOf({ path, matches }: MatchingFile): Run[] {
  const runs: number[][] = [];
  for (const match of matches) {
    const last = runs.at(-1);
    if (last && match - (last.at(-1) ?? 0) <= context * 2 + 1) last.push(match);
    else runs.push([match]);
  }
  return runs.map((run) => ({ file: path, matches: run }));
}

async function placeOf({ file, matches }: Run, tools: ToolContext): Promise<Place> {
  const text = linesOf((await tools.read(file)) ?? '');
  const start = Math.max(0, (matches[0] ?? 0) - context);
  const around = async (line: number) => {
    const entity = await tools.graph.atLine(file, line);
    return { line, inside: entity && entity.kind !== 'file' ? entity.qualifiedName : null };
  };
  return {
    file,
    start_line: start + 1,
    lines: text.slice(start, (matches.at(-1) ?? 0) + context + 1),
    matches: await Promise.all(matches.map((index) => around(index + 1))),
  };
}

/** What the matches are in, each once, with the line of the first in it where there are several. */
function insideText(matches: Place['matches']): string[] {
  const first = new Map<string, number>();
  for (const { inside, line } of matches) if (inside !== null && !first.has(inside)) first.set(inside, line);
  if (first.size === 0) return [];
  const isOne = first.size === 1 && matches.every(({ inside }) => inside !== null);
  return [`  in ${[...first].map(([name, line]) => (isOne ? name : `${name} (${line})`)).join(', ')}`];
}

function placeText({ start_line, lines, matches }: Place): string {
  const matching = new Set(matches.map(({ line }) => line));
  const numberedLines = lines.map((line, index) => {
    const number = start_line + index;
    return numbered(number, line, matching.has(number) ? '>' : ' ');
  });
  return [...insideText(matches), ...numberedLines, ''].join('\n');
}

export const searchCodeWithContext = defineTool({
  name: 'search_code_with_context',
  description:
    'Search all text files for a piece of text, or a regular expression: file, line, 3 lines before and after. The project comes before its tests.',
  input: z.strictObject({
    keyword: z.string().min(1).max(500).describe('Within one line; spaces count.'),
    search_path: z
      .string()
      .default('.')
      .describe('A folder, a file, or a pattern such as `*.py` or `package/*.py`.'),
    regex: z
      .boolean()
      .default(false)
      .describe('Take the keyword as a regular expression, line by line; slow ones are stopped.'),
    case_sensitive: z.boolean().default(false),
    ...paging(20, 200),
  }),
  output: z.discriminatedUnion('found', [
    miss,
    z.strictObject({
      found: z.literal(true),
      places: z.array(place),
      offset: z.int(),
      total: z.int(),
      matches: z.int(),
      files: z.int(),
      /** Files left out because a pattern took too long. */
      unsearched: z.int(),
    }),
  ]),
  async run({ keyword, search_path, regex, case_sensitive, ...page }, tools) {
    if (isOverLines(keyword)) return missed(overLines);
    const fault = regex ? patternFault(keyword) : null;
    if (fault !== null) return missed(`"${keyword}" is no regular expression: ${fault}.`);
    const scope = await filesIn(tools, search_path);
    if (!scope.found) return scope;
    const wanted = { keyword, isPattern: regex, isCaseSensitive: case_sensitive };
    const { files: matching, searched } = await searchFiles(tools, scope.files, wanted);
    const all = matching.flatMap(runsOf);
    const isCut = searched < scope.files.length;
    if (all.length === 0) {
      const where = search_path === '.' ? '' : ` in ${search_path}`;
      const why = isCut
        ? `Time was up after ${searched} of ${scope.files.length} files`
        : `${searched} files searched`;
      const nearest = regex ? [] : await wordsNear(tools.graph, keyword);
      return missed(`"${keyword}" is nowhere${where} (${why}).`, { nearest });
    }
    const { items, offset, total } = pageOf(all, page);
    const places = await Promise.all(items.map((run) => placeOf(run, tools)));
    const matches = all.reduce((sum, run) => sum + run.matches.length, 0);
    const unsearched = scope.files.length - searched;
    return { found: true as const, places, offset, total, matches, files: matching.length, unsearched };
  },
  text(output, { keyword }) {
    if (!output.found) return missText(output);
    const { places, offset, total, matches, files, unsearched } = output;
    return {
      lead: `"${keyword}": ${matches} ${matches === 1 ? 'line' : 'lines'} in ${files} ${files === 1 ? 'file' : 'files'}.${
        unsearched > 0
          ? ` Time was up before the last ${unsearched} files: give a simpler pattern or a search_path.`
          : ''
      }`,
      entries: places.map((one) => ({ heading: one.file, text: placeText(one) })),
      offset,
      total,
      unit: 'places',
    };
  },
});
