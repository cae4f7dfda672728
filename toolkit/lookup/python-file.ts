import type { CodeEntity } from '../../graph/domain/entity.ts';
import type { ToolContext } from '../tool-context.ts';
import { findFile } from './file-lookup.ts';
import { type Miss, missed } from './miss.ts';

export interface FoundModule {
  readonly found: true;
  readonly path: string;
  readonly text: string;
  /** In order of lines; the file itself first. */
  readonly entities: readonly CodeEntity[];
}

/** A file that is in the graph, with its text; else why there is nothing to tell of it. */
export async function findModule(context: ToolContext, written: string): Promise<FoundModule | Miss> {
  const file = await findFile(context, written);
  if (!file.found) return file;
  const { path } = file;
  const entities = await context.graph.inFile(path);
  const text = await context.read(path);
  if (entities.length > 0 && text !== undefined) return { found: true, path, text, entities };
  const skipped = context.graph.snapshot.skipped.find((one) => one.path === path);
  const why = skipped ? `was left out of the graph: ${skipped.reason}` : 'is not Python source in the graph';
  return missed(`${path} ${why}. read_file_lines shows its text.`, { files: [path] });
}
