import type { Expression } from '../domain/facts.ts';
import type { Position } from '../domain/position.ts';

const token = /\s*(?:([\p{L}_][\p{L}\p{N}_]*)|(\.\.\.)|([[\],.|])|('[^']*'|"[^"]*"))/uy;
const longest = 500;
const deepest = 20;

interface Reader {
  readonly tokens: readonly string[];
  readonly at: Position;
  next: number;
}

function tokensOf(text: string): string[] | undefined {
  const tokens: string[] = [];
  token.lastIndex = 0;
  const trimmed = text.trimEnd();
  while (token.lastIndex < trimmed.length) {
    const match = token.exec(trimmed);
    if (!match) return undefined;
    tokens.push(match[0].trim());
  }
  return tokens;
}

/** The expression in a string annotation (`'Optional[a.B]'`): names, attributes, items, `|`. Else `undefined`. */
export function parseAnnotation(text: string, at: Position): Expression | undefined {
  if (text.length > longest) return undefined;
  const tokens = tokensOf(text);
  if (!tokens || tokens.length === 0) return undefined;
  const reader: Reader = { tokens, at, next: 0 };
  const found = alternatives(reader, 0);
  return reader.next === tokens.length ? found : undefined;
}

function alternatives(reader: Reader, depth: number): Expression | undefined {
  let left = term(reader, depth);
  while (left && reader.tokens[reader.next] === '|') {
    reader.next += 1;
    const right = term(reader, depth);
    if (!right) return undefined;
    left = { t: 'binary', op: '|', left, right, at: reader.at };
  }
  return left;
}

function term(reader: Reader, depth: number): Expression | undefined {
  const { at } = reader;
  const first = reader.tokens[reader.next];
  if (first === undefined || depth > deepest) return undefined;
  reader.next += 1;
  if (first === '[') return { t: 'list', items: list(reader, depth) ?? [], at };
  if (first === '...') return { t: 'const', type: 'Ellipsis', at };
  if (first === 'None') return { t: 'const', type: 'None', at };
  if (/^['"]/.test(first)) return { t: 'const', type: 'str', value: first.slice(1, -1), at };
  if (!/^[\p{L}_]/u.test(first)) return undefined;
  return trailers(reader, { t: 'name', id: first, at }, depth);
}

function trailers(reader: Reader, head: Expression, depth: number): Expression | undefined {
  let of: Expression | undefined = head;
  while (of) {
    const mark = reader.tokens[reader.next];
    if (mark !== '.' && mark !== '[') return of;
    reader.next += 1;
    of = mark === '.' ? attributeOf(reader, of) : itemOf(reader, of, depth);
  }
  return of;
}

function attributeOf(reader: Reader, of: Expression): Expression | undefined {
  const name = reader.tokens[reader.next];
  reader.next += 1;
  return name === undefined ? undefined : { t: 'attr', of, name, at: reader.at };
}

function itemOf(reader: Reader, of: Expression, depth: number): Expression | undefined {
  const items = list(reader, depth);
  const [only, second] = items ?? [];
  if (!items || !only) return undefined;
  return { t: 'item', of, index: second ? { t: 'tuple', items, at: reader.at } : only, at: reader.at };
}

/** Up to and with the closing bracket. */
function list(reader: Reader, depth: number): Expression[] | undefined {
  const items: Expression[] = [];
  while (reader.tokens[reader.next] !== ']') {
    const item = alternatives(reader, depth + 1);
    if (!item) return undefined;
    items.push(item);
    if (reader.tokens[reader.next] === ',') reader.next += 1;
    else if (reader.tokens[reader.next] !== ']') return undefined;
  }
  reader.next += 1;
  return items;
}
