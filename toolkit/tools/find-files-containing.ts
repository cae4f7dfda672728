import { z } from 'zod';
import { defineTool } from '../define-tool.ts';
import { byUse } from '../lookup/by-use.ts';
import { miss, missed, missText } from '../lookup/miss.ts';
import { pageOf, paging } from '../lookup/paging.ts';
import { isOverLines, overLines, searchFiles } from '../lookup/search-files.ts';
import { textMatcher } from '../lookup/text-match.ts';
import { wordsNear } from '../lookup/words-near.ts';

const hit = z.strictObject({
  path: z.string(),
  /** Lines that hold the text. */
  count: z.int(),
  in_name: z.boolean(),
});
type Hit = z.infer<typeof hit>;

export const findFilesContaining = defineTool({
  name: 'find_files_containing',
  description:
    'Paths of the files that hold a piece of text (literal, case does not count) in their name or content, with the number of lines. Names first, then by number.',
  input: z.strictObject({ keyword: z.string().min(1).max(500), ...paging(50) }),
  output: z.discriminatedUnion('found', [
    miss,
    z.strictObject({ found: z.literal(true), hits: z.array(hit), offset: z.int(), total: z.int() }),
  ]),
  async run({ keyword, ...page }, context) {
    if (isOverLines(keyword)) return missed(overLines);
    const files = await context.list();
    const wanted = { keyword, isPattern: false, isCaseSensitive: false };
    const searched = await searchFiles(context, files, wanted);
    const counts = new Map(searched.files.map(({ path, matches }) => [path, matches.length]));
    const matcher = textMatcher(keyword, false);
    const hits: Hit[] = [];
    for (const { path } of files) {
      const count = counts.get(path) ?? 0;
      const in_name = matcher.isIn(path);
      if (in_name || count > 0) hits.push({ path, count, in_name });
    }
    if (hits.length === 0)
      return missed(`No name and no content of ${files.length} files has "${keyword}".`, {
        nearest: await wordsNear(context.graph, keyword),
      });
    hits.sort((a, b) => Number(b.in_name) - Number(a.in_name) || b.count - a.count || byUse(a, b));
    const { items, offset, total } = pageOf(hits, page);
    return { found: true as const, hits: [...items], offset, total };
  },
  text(output, { keyword }) {
    if (!output.found) return missText(output);
    const { hits, offset, total } = output;
    return {
      lead: `${total} ${total === 1 ? 'file has' : 'files have'} "${keyword}".`,
      entries: hits.map(({ path, count, in_name }) => ({
        text: `  ${path}: ${count} ${count === 1 ? 'line' : 'lines'}${in_name ? ', and its name' : ''}`,
      })),
      offset,
      total,
      unit: 'files',
    };
  },
});
