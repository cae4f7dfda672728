import { parse, type TomlTableWithoutBigInt, type TomlValueWithoutBigInt } from 'smol-toml';

export type TomlValue = TomlValueWithoutBigInt;
export type TomlTable = TomlTableWithoutBigInt;

/** A project file's table; empty where it can't be read. */
export function readToml(text: string): TomlTable {
  try {
    return parse(text, { maxDepth: 32 });
  } catch {
    return {};
  }
}

const isTable = (value: TomlValue | undefined): value is TomlTable =>
  typeof value === 'object' && !Array.isArray(value) && !(value instanceof Date);

/** The value at a path of tables, `undefined` where there is none. */
export function tomlAt(table: TomlTable, ...path: readonly string[]): TomlValue | undefined {
  let here: TomlValue | undefined = table;
  for (const part of path) {
    if (!isTable(here) || !Object.hasOwn(here, part)) return undefined;
    here = here[part];
  }
  return here;
}

/** The table at a path, empty where there is none. */
export function tomlTable(table: TomlTable, ...path: readonly string[]): TomlTable {
  const found = tomlAt(table, ...path);
  return isTable(found) ? found : {};
}

/** The texts of an array at a path. */
export function tomlTexts(table: TomlTable, ...path: readonly string[]): readonly string[] {
  const found = tomlAt(table, ...path);
  return Array.isArray(found) ? found.filter((each): each is string => typeof each === 'string') : [];
}
