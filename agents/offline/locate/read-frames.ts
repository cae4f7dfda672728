import type { FrameClue, PathClue } from './clues.ts';
import type { IssueLine } from './segments.ts';

/** Runners put their own marks before a line: `INTERNALERROR>`, `E`, `|`. */
const pythonFrame = /^.{0,60}?\bFile "([^"]{1,500})", line (\d{1,7})(?:, in (<?\w{1,200}))?/;
const pytestFrame = /^\s*(?:E\s+)?([\w./\\~+@-]{1,400}\.py):(\d{1,7}):(?: in (\w{1,200}))?/;
const ipythonHeader = /^\s*([\w./\\~+@<>-]{1,400}\.pyc?) in (<?\w{1,200})/;
const ipythonArrow = /^\s*-+> ?(\d{1,7})\b/;
const newTraceback = /Traceback \(most recent call last\)/;

interface OpenFrame {
  readonly path: string;
  readonly line: number;
  readonly function: string | null;
}

const slashes = (path: string) => path.replaceAll('\\', '/');
const functionName = (name: string | undefined) => (name && /^[A-Za-z_]/.test(name) ? name : null);

/** A traceback, outermost frame first, becomes clues with their depth counted from the innermost. */
const closed = (frames: readonly OpenFrame[]): FrameClue[] =>
  frames.map((frame, index) => ({ ...frame, depth: frames.length - 1 - index }));

function frameOf(line: string, header: RegExpExecArray | null): OpenFrame | null {
  const direct = pythonFrame.exec(line) ?? pytestFrame.exec(line);
  if (direct)
    return { path: slashes(direct[1] ?? ''), line: Number(direct[2]), function: functionName(direct[3]) };
  const arrow = header && ipythonArrow.exec(line);
  return arrow
    ? { path: slashes(header[1] ?? ''), line: Number(arrow[1]), function: functionName(header[2]) }
    : null;
}

const furthestGap = 60;

/**
 * Frames of every traceback in the issue: Python's own, pytest's `path.py:12: in f`, and IPython's
 * `path.py in f(…)` with its arrow. At most 400.
 */
export function readFrames(lines: readonly IssueLine[]): FrameClue[] {
  const found: FrameClue[] = [];
  let open: OpenFrame[] = [];
  let header: RegExpExecArray | null = null;
  let since = 0;
  for (const { text } of lines) {
    since += 1;
    if (newTraceback.test(text) || since > furthestGap) {
      found.push(...closed(open));
      open = [];
      since = 0;
    }
    const frame = frameOf(text, header);
    if (frame) {
      open.push(frame);
      since = 0;
      header = null;
    } else header = ipythonHeader.exec(text) ?? header;
    if (found.length + open.length >= 400) break;
  }
  return [...found, ...closed(open)];
}

const pathToken = /[\w./\\~+@-]{1,500}/g;
const forgeLink =
  /https?:\/\/[^\s/]{1,200}\/[^\s/]{1,100}\/[^\s/]{1,100}\/(?:blob|tree|src)\/[^\s/]{1,200}\/([^\s#?)>\]"']{1,400})(?:#L(\d{1,7}))?/g;
const link = /https?:\/\/[^\s)>\]"']{1,2000}/g;

/** The line without its web addresses, whose parts are no names. */
export const withoutLinks = (text: string): string => text.replace(link, ' ');

interface PathSink {
  add(path: string, line: string | undefined, kind: IssueLine['kind']): void;
}

/** `pkg/mod.py`, `mod.py:12` in one line of text. */
function readPathTokens({ text, kind }: IssueLine, sink: PathSink): void {
  for (const match of text.matchAll(pathToken)) {
    const token = match[0].replace(/[.]+$/, '');
    const end = match.index + token.length;
    if (token.endsWith('.py')) sink.add(token, /^:(\d{1,7})/.exec(text.slice(end, end + 9))?.[1], kind);
  }
}

const mostPaths = 200;

/** Python files that the issue names, in links to a forge too. At most 200. */
export function readPaths(lines: readonly IssueLine[]): PathClue[] {
  const found = new Map<string, PathClue>();
  const sink: PathSink = {
    add(path, line, context) {
      const clean = slashes(path).replace(/^[.~/]+/, '');
      if (clean.endsWith('.py') && clean.length > 3 && found.size < mostPaths && !found.has(clean))
        found.set(clean, { path: clean, line: line ? Number(line) : null, context });
    },
  };
  for (const { text, kind } of lines) {
    for (const match of text.matchAll(forgeLink)) sink.add(match[1] ?? '', match[2], kind);
    readPathTokens({ text: withoutLinks(text), kind }, sink);
  }
  return [...found.values()];
}
