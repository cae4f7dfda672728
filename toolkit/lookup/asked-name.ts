/** A name as it was asked for. */
export interface AskedName {
  /** What was written, without what stands around it. */
  readonly text: string;
  /** The file it was said to be in; it may be the end of a path. */
  readonly path: string | undefined;
  /** The dotted name's parts, outermost first; empty where nothing was named. */
  readonly parts: readonly string[];
}

const longest = 1000;
const filePrefix = /^([^:\s]+\.pyi?):{1,2}(.+)$/;
const part = /^[\p{L}_][\p{L}\p{N}_]*$/u;

/** `foo(a, b)`, `def foo`, `@foo`, "`foo`" → `foo`. */
function bare(written: string): string {
  const text = written
    .slice(0, longest)
    .trim()
    .replace(/^[`'"@]+/, '');
  const word = text.replace(/^(?:async\s+def|def|class)\s+/, '');
  const [name = ''] = word.split('(');
  return name.replace(/[`'":.\s]+$/, '').trim();
}

/** Reads `Class.method`, `pkg.mod.Class.method`, `path.py:Class.method`, `path.py::Class::method`, `pkg.mod:func`, … */
export function parseName(written: string): AskedName {
  const text = bare(written);
  const [, path, rest = text] = filePrefix.exec(text) ?? [];
  const [withoutOrdinal = ''] = rest.split('@');
  const parts = withoutOrdinal
    .replaceAll('.<locals>', '')
    .split(/::|[.:#]/)
    .filter((one) => one !== '');
  return { text, path: path?.replace(/^\.\//, ''), parts: parts.every((one) => part.test(one)) ? parts : [] };
}

/** `a.b.C.d` ends with `C.d`. */
export const endsWith = (qualifiedName: string, parts: readonly string[]): boolean =>
  `.${qualifiedName}`.endsWith(`.${parts.join('.')}`);

/** Its parts are among those of the name, in order, the last at the end: `flask.Flask` is in `flask.app.Flask`. */
export function isWithin(qualifiedName: string, parts: readonly string[]): boolean {
  const all = qualifiedName.split('.');
  if (all.at(-1) !== parts.at(-1)) return false;
  let seen = 0;
  for (const one of all) if (one === parts[seen]) seen += 1;
  return seen >= parts.length;
}
