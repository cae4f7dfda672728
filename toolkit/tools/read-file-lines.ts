import { z } from 'zod';
import { defineTool } from '../define-tool.ts';
import { findFile } from '../lookup/file-lookup.ts';
import { linesOf, numbered } from '../lookup/lines.ts';
import { miss, missed, missText } from '../lookup/miss.ts';

const standardLines = 200;
const mostLines = 400;

export const readFileLines = defineTool({
  name: 'read_file_lines',
  description:
    'Read lines of a text file, with their numbers. Lines are 1-based and inclusive; without end_line, 200 lines; at most 400.',
  input: z.strictObject({
    file_path: z.string().describe('Path from the root of the repository, or the end of just one path.'),
    start_line: z.int().min(1).default(1),
    end_line: z.int().min(1).optional().describe('May lie past the end of the file.'),
  }),
  output: z.discriminatedUnion('found', [
    miss,
    z.strictObject({
      found: z.literal(true),
      file: z.string(),
      start_line: z.int(),
      total_lines: z.int(),
      lines: z.array(z.string()),
    }),
  ]),
  async run({ file_path, start_line, end_line }, context) {
    const file = await findFile(context, file_path);
    if (!file.found) return file;
    const text = await context.read(file.path);
    if (text === undefined) return missed(`${file.path} is binary, or too large to be read.`);
    const all = linesOf(text);
    if (end_line !== undefined && end_line < start_line)
      return missed(
        `end_line ${end_line} is before start_line ${start_line}; ${file.path} has ${all.length} lines.`,
      );
    if (start_line > Math.max(1, all.length))
      return missed(`${file.path} has ${all.length} lines; none from line ${start_line} on.`);
    const end = Math.min(end_line ?? start_line + standardLines - 1, start_line + mostLines - 1);
    const lines = all.slice(start_line - 1, end);
    return { found: true as const, file: file.path, start_line, total_lines: all.length, lines };
  },
  text(output) {
    if (!output.found) return missText(output);
    const { file, start_line, total_lines, lines } = output;
    return {
      lead: `${file}, ${total_lines} lines`,
      entries: lines.map((line, index) => ({ text: numbered(start_line + index, line) })),
      offset: start_line - 1,
      total: total_lines,
      unit: 'lines',
      next: (offset) => `start_line=${offset + 1}`,
    };
  },
});
