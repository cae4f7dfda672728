import { z } from 'zod';
import { defineTool } from '../define-tool.ts';
import { likelyFiles } from '../lookup/file-lookup.ts';
import { miss, missed, missText } from '../lookup/miss.ts';
import { pageOf, paging } from '../lookup/paging.ts';
import { repositoryPath } from '../lookup/repository-path.ts';
import type { ListedFile } from '../tool-context.ts';

const entry = z.strictObject({
  name: z.string(),
  kind: z.enum(['folder', 'file']),
  /** Bytes; of a folder, all files below it. */
  size: z.int(),
  /** Files below it; 1 for a file. */
  files: z.int(),
});
type Entry = z.infer<typeof entry>;

/** Folders first, each by name. */
function entriesOf(folder: string, files: readonly ListedFile[]): Entry[] {
  const start = folder === '' ? '' : `${folder}/`;
  const entries = new Map<string, Entry>();
  for (const { path, size } of files) {
    if (!path.startsWith(start)) continue;
    const [name = '', ...below] = path.slice(start.length).split('/');
    const kind = below.length > 0 ? 'folder' : 'file';
    const known = entries.get(name) ?? { name, kind, size: 0, files: 0 };
    entries.set(name, { ...known, size: known.size + size, files: known.files + 1 });
  }
  const order = { folder: 0, file: 1 };
  return [...entries.values()].sort((a, b) => order[a.kind] - order[b.kind] || (a.name < b.name ? -1 : 1));
}

function foldersLike(wanted: string, files: readonly ListedFile[]): string[] {
  const folders = new Set<string>();
  for (const { path } of files)
    for (let end = path.indexOf('/'); end >= 0; end = path.indexOf('/', end + 1))
      folders.add(path.slice(0, end));
  return likelyFiles(
    wanted,
    [...folders].map((path) => ({ path, size: 0 })),
  );
}

const bytes = (size: number): string => (size < 10_000 ? `${size} B` : `${Math.round(size / 1024)} KiB`);

export const exploreDirectory = defineTool({
  name: 'explore_directory',
  description:
    'List a folder: sub-folders with the number of files below them, and files with their size. "." is the root.',
  input: z.strictObject({ dir_path: z.string().default('.'), ...paging(200, 1000) }),
  output: z.discriminatedUnion('found', [
    miss,
    z.strictObject({
      found: z.literal(true),
      folder: z.string(),
      entries: z.array(entry),
      offset: z.int(),
      total: z.int(),
    }),
  ]),
  async run({ dir_path, ...page }, context) {
    const folder = repositoryPath(dir_path, context.graph.snapshot.root);
    const files = await context.list();
    const entries = entriesOf(folder, files);
    if (entries.length === 0) {
      if (files.some(({ path }) => path === folder))
        return missed(`${folder} is a file; read_file_lines and analyze_file_structure show it.`, {
          files: [folder],
        });
      return missed(`There is no folder "${folder || '.'}" with files in it.`, {
        files: foldersLike(folder, files),
      });
    }
    const { items, offset, total } = pageOf(entries, page);
    return { found: true as const, folder, entries: [...items], offset, total };
  },
  text(output) {
    if (!output.found) return missText(output);
    const { folder, entries, offset, total } = output;
    return {
      lead: `${folder || '.'}: ${total} ${total === 1 ? 'entry' : 'entries'}`,
      entries: entries.map(({ name, kind, size, files }) => ({
        text: kind === 'folder' ? `  ${name}/  ${files} files, ${bytes(size)}` : `  ${name}  ${bytes(size)}`,
      })),
      offset,
      total,
      unit: 'entries',
    };
  },
});
