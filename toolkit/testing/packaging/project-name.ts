import { readIni } from '../find/ini.ts';
import { readText } from '../find/read-text.ts';
import { readToml, tomlAt } from '../find/toml.ts';

/** The name under which the repository would be installed, as its files say; `null` where they do not. */
export async function projectName(root: string): Promise<string | null> {
  const table = readToml((await readText(root, 'pyproject.toml')) ?? '');
  const name = tomlAt(table, 'project', 'name') ?? tomlAt(table, 'tool', 'poetry', 'name');
  if (typeof name === 'string') return name;
  const ini = readIni((await readText(root, 'setup.cfg')) ?? '');
  return ini.get('metadata')?.get('name') ?? null;
}
