/** A line of the issue and what kind of text it is part of. */
export interface IssueLine {
  readonly text: string;
  readonly kind: 'title' | 'prose' | 'code' | 'traceback';
}

const mostCharacters = 200_000;
const longestLine = 2_000;

/** The start and the end of a text that is too long to read whole: tracebacks end with what matters. */
function bounded(text: string): string {
  if (text.length <= mostCharacters) return text;
  const head = Math.floor(mostCharacters * 0.75);
  return `${text.slice(0, head)}\n${text.slice(text.length - (mostCharacters - head))}`;
}

/** Drops `<!-- … -->`, which templates are full of; an unclosed one is kept as text. */
function withoutComments(text: string): string {
  const kept: string[] = [];
  let from = 0;
  for (;;) {
    const open = text.indexOf('<!--', from);
    const close = open < 0 ? -1 : text.indexOf('-->', open + 4);
    if (close < 0) break;
    kept.push(text.slice(from, open));
    from = close + 3;
  }
  kept.push(text.slice(from));
  return kept.join(' ');
}

const fence = /^\s{0,8}(?:```|~~~)/;
const tracebackStart = /^\s*(?:\S{0,40}\s)?Traceback \(most recent call last\)/;
const frameLine = /^.{0,60}?\bFile "[^"]{1,500}", line \d|^\s*(?:-+> ?\d|E {2,}\S|> {2,}\S)/;
const promptLine = /^\s*(?:>>>|\.\.\.|In \[\d|Out\[\d|\$ )/;
const exceptionLine = /^[A-Za-z_][\w.]{0,200}(?:Error|Exception|Warning|Exit|Interrupt|Fault)\b/;

function lineKind(line: string, state: { fenced: boolean; trace: boolean }): IssueLine['kind'] {
  if (tracebackStart.test(line)) state.trace = true;
  const isFrame = frameLine.test(line);
  if (state.trace && exceptionLine.test(line.trimStart())) {
    state.trace = false;
    return 'traceback';
  }
  if (state.trace || isFrame) return 'traceback';
  return state.fenced || promptLine.test(line) || /^(?: {4}|\t)\s*\S/.test(line) ? 'code' : 'prose';
}

/**
 * Splits an issue into lines of title, prose, code and traceback. Reads at most 200,000 characters and 2,000
 * of a line, so that a hostile text costs no more than a long one.
 */
export function issueLines(title: string, text: string): IssueLine[] {
  const lines: IssueLine[] = [{ text: title.slice(0, longestLine), kind: 'title' }];
  const state = { fenced: false, trace: false };
  let titleSeen = false;
  for (const raw of withoutComments(bounded(text)).split(/\r\n|\r|\n/)) {
    const line = raw.slice(0, longestLine);
    if (!titleSeen && line.trim() !== '') {
      titleSeen = true;
      if (line.replace(/^[#\s]+/, '').trim() === title.trim()) continue;
    }
    if (fence.test(line)) {
      state.fenced = !state.fenced;
      state.trace = false;
      continue;
    }
    if (line.trim() === '') continue;
    lines.push({ text: line, kind: lineKind(line, state) });
  }
  return lines;
}
