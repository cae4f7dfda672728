/** Values by name, by section; lines of a value are joined by line ends, without comments. */
export type Ini = ReadonlyMap<string, ReadonlyMap<string, string>>;

const comment = /(?:^|\s)[#;].*$/;

class Reader {
  readonly sections = new Map<string, Map<string, string>>();
  #section: Map<string, string> | undefined;
  #name: string | undefined;

  line(line: string): void {
    const header = /^\[([^\]]{1,200})\]$/.exec(line)?.[1];
    if (header !== undefined) this.#begin(header);
    else if (/^\s/.test(line)) this.#goOn(line.trim());
    else this.#pair(line);
  }

  #begin(header: string): void {
    this.#section = this.sections.get(header) ?? new Map();
    this.sections.set(header, this.#section);
    this.#name = undefined;
  }

  #goOn(line: string): void {
    if (this.#name === undefined) return;
    this.#section?.set(this.#name, `${this.#section.get(this.#name)}\n${line}`);
  }

  #pair(line: string): void {
    const end = line.search(/[=:]/);
    this.#name = end > 0 ? line.slice(0, end).trim().toLowerCase() : undefined;
    if (this.#name !== undefined) this.#section?.set(this.#name, line.slice(end + 1).trim());
  }
}

/** Reads what Python's configparser reads: sections, `name = value`, further lines of a value indented. */
export function readIni(text: string): Ini {
  const reader = new Reader();
  for (const raw of text.split('\n')) {
    const line = raw.replace(comment, '').trimEnd();
    if (line !== '') reader.line(line);
  }
  return reader.sections;
}
