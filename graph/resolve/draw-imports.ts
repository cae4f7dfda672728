import type { Statement } from '../domain/facts.ts';
import { allDefinitions } from './definitions.ts';
import { type Drawing, draw } from './draw.ts';
import type { FileModel } from './model.ts';
import type { Package } from './modules.ts';

type Import = Extract<Statement, { t: 'import' | 'from' }>;

/** Draws what an import names: the module's file and, for `from`, what it takes out of it. */
export function drawImports(d: Drawing, statement: Import, file: FileModel): void {
  const from = { ...d, owner: d.file };
  const to = (module: Package | null | undefined): void => {
    if (module?.file && module.file !== file)
      draw(from, 'IMPORTS', module.file.entity.id, statement.at, 'exact');
  };
  if (statement.t === 'import') {
    to(d.m.modules.absolute(statement.name, file));
    return;
  }
  const { level, module, name } = statement;
  const source = level > 0 ? d.m.modules.relative(level, module, file) : d.m.modules.absolute(module, file);
  if (!source) return;
  to(source);
  if (name === '*') return;
  const { bindings, submodule } = d.m.exported(source, name);
  const entities = allDefinitions(d.m, bindings);
  for (const { id, path } of entities)
    if (path !== file.path) draw(from, 'IMPORTS', id, statement.at, 'exact');
  if (entities.length === 0) to(submodule);
}
