import { z } from 'zod';
import type { CodeEntity } from '../../graph/domain/entity.ts';

/** An entity as tools speak of it. Lines are 1-based and inclusive, decorators included. */
export const entityRef = z.strictObject({
  kind: z.enum(['file', 'class', 'method', 'variable']),
  qualified_name: z.string(),
  file: z.string(),
  start_line: z.int(),
  end_line: z.int(),
});
export type EntityRef = z.infer<typeof entityRef>;

export const refOf = ({ kind, qualifiedName, path, span }: CodeEntity): EntityRef => ({
  kind,
  qualified_name: qualifiedName,
  file: path,
  start_line: span.startLine,
  end_line: span.endLine,
});

/** `method a.b.C.d (a/b.py:12-20)`. */
export const refText = ({ kind, qualified_name, file, start_line, end_line }: EntityRef): string =>
  kind === 'file'
    ? `file ${file}`
    : `${kind} ${qualified_name} (${file}:${start_line}${end_line > start_line ? `-${end_line}` : ''})`;
