export type TomlValue = string | number | boolean | readonly TomlValue[] | TomlTable;
export interface TomlTable {
  readonly [key: string]: TomlValue;
}

type Open = Map<string, TomlValue | Open>;

const maxDepth = 32;

class Unreadable extends Error {}

/** What is written after the quotes that begin a string, and where it ends. */
const quotes = ['"""', "'''", '"', "'"] as const;

const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f' };

const unescaped = (text: string): string =>
  text
    .replace(/\\\n\s*/g, '')
    .replace(/\\(?:u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|([\s\S]))/g, (_, short, long, char: string) => {
      if (char !== undefined) return escapes[char] ?? char;
      const code = Number.parseInt(short ?? long, 16);
      return code <= 0x10ffff ? String.fromCodePoint(code) : '';
    });

class Reader {
  readonly text: string;
  at = 0;

  constructor(text: string) {
    this.text = text;
  }

  get done(): boolean {
    return this.at >= this.text.length;
  }

  take(word: string): boolean {
    if (!this.text.startsWith(word, this.at)) return false;
    this.at += word.length;
    return true;
  }

  /** Blanks, and where they do no harm line ends and comments. */
  skip(lines: boolean): void {
    for (;;) {
      const char = this.text[this.at];
      if (char === ' ' || char === '\t' || (lines && (char === '\n' || char === '\r'))) this.at += 1;
      else if (char === '#' && lines) this.restOfLine();
      else return;
    }
  }

  restOfLine(): void {
    const end = this.text.indexOf('\n', this.at);
    this.at = end < 0 ? this.text.length : end;
  }

  match(pattern: RegExp): string | null {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text)?.[0] ?? null;
    if (found !== null) this.at += found.length;
    return found;
  }

  string(): string | null {
    const quote = quotes.find((each) => this.text.startsWith(each, this.at));
    if (!quote) return null;
    const start = this.at + quote.length;
    let end = start;
    while (end < this.text.length && !this.text.startsWith(quote, end))
      end += quote.startsWith('"') && this.text[end] === '\\' ? 2 : 1;
    if (end >= this.text.length) throw new Unreadable();
    this.at = end + quote.length;
    const inner = this.text.slice(start, end);
    const whole = quote.length === 3 ? inner.replace(/^\r?\n/, '') : inner;
    return quote.startsWith('"') ? unescaped(whole) : whole;
  }

  key(): string[] {
    const parts: string[] = [];
    do {
      this.skip(false);
      const part = this.string() ?? this.match(/[A-Za-z0-9_-]+/y);
      if (part === null) throw new Unreadable();
      parts.push(part);
      this.skip(false);
    } while (this.take('.') && parts.length < maxDepth);
    return parts;
  }

  value(depth: number): TomlValue | Open {
    if (depth > maxDepth) throw new Unreadable();
    const text = this.string();
    if (text !== null) return text;
    if (this.take('[')) return this.array(depth);
    if (this.take('{')) return this.inline(depth);
    const word = this.match(/[^\s,#\]}]+/y);
    if (word === null) throw new Unreadable();
    if (word === 'true' || word === 'false') return word === 'true';
    const number = Number(word.replaceAll('_', ''));
    return Number.isNaN(number) ? word : number;
  }

  array(depth: number): TomlValue {
    const items: TomlValue[] = [];
    for (this.skip(true); !this.take(']'); this.skip(true)) {
      items.push(plain(this.value(depth + 1)));
      this.skip(true);
      if (!this.take(',') && this.text[this.at] !== ']') throw new Unreadable();
    }
    return items;
  }

  inline(depth: number): Open {
    const table: Open = new Map();
    for (this.skip(true); !this.take('}'); this.skip(true)) {
      this.pair(table, depth);
      this.skip(true);
      if (!this.take(',') && this.text[this.at] !== '}') throw new Unreadable();
    }
    return table;
  }

  pair(table: Open, depth: number): void {
    const key = this.key();
    if (!this.take('=')) throw new Unreadable();
    this.skip(false);
    const value = this.value(depth + 1);
    within(table, key.slice(0, -1)).set(key.at(-1) ?? '', value);
  }
}

/** The table at `path`, made where missing. */
function within(table: Open, path: readonly string[]): Open {
  let here = table;
  for (const part of path) {
    const next = here.get(part);
    const found: Open = next instanceof Map ? next : new Map();
    if (found !== next) here.set(part, found);
    here = found;
  }
  return here;
}

function plain(value: TomlValue | Open): TomlValue {
  if (!(value instanceof Map)) return value;
  return Object.fromEntries([...value].map(([key, each]) => [key, plain(each)]));
}

/**
 * Reads as much TOML as project files have: tables, keys, strings, arrays, inline tables. Of tables in an array the
 * last counts, and dates are text. What follows a line that can't be read is passed over up to the next table.
 */
export function readToml(text: string): TomlTable {
  const root: Open = new Map();
  const reader = new Reader(text);
  let table = root;
  for (reader.skip(true); !reader.done; reader.skip(true)) {
    try {
      if (reader.take('[')) {
        reader.take('[');
        table = within(root, reader.key());
      } else reader.pair(table, 0);
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      const next = reader.text.indexOf('\n[', reader.at);
      reader.at = next < 0 ? reader.text.length : next;
      continue;
    }
    reader.restOfLine();
  }
  return plain(root) as TomlTable;
}

/** The value at a path of tables, `undefined` where there is none. */
export function tomlAt(table: TomlTable, ...path: readonly string[]): TomlValue | undefined {
  let here: TomlValue | undefined = table;
  for (const part of path) {
    if (typeof here !== 'object' || here === null || Array.isArray(here) || !Object.hasOwn(here, part))
      return undefined;
    here = (here as TomlTable)[part];
  }
  return here;
}

/** The table at a path, empty where there is none. */
export function tomlTable(table: TomlTable, ...path: readonly string[]): TomlTable {
  const found = tomlAt(table, ...path);
  return typeof found === 'object' && !Array.isArray(found) ? (found as TomlTable) : {};
}

/** The texts of an array at a path. */
export function tomlTexts(table: TomlTable, ...path: readonly string[]): readonly string[] {
  const found = tomlAt(table, ...path);
  return Array.isArray(found) ? found.filter((each): each is string => typeof each === 'string') : [];
}
