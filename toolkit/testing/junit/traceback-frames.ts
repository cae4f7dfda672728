import type { Frame } from '../types.ts';

const mostFrames = 60;
const python = /^\s*File "([^"\n]{1,1000})", line (\d{1,7})(?:, in (\S{1,200}))?/;
/** As pytest ends the part of a traceback that is in one file. */
const pytest = /^([^\s:"]{1,1000}\.py):(\d{1,7}):/;

const isProject = (path: string): boolean =>
  !path.startsWith('/') && !path.split('/').includes('..') && !path.includes('site-packages');

/** Lines of the project that a printed traceback goes through, outermost first. Paths must be relative already. */
export function readTracebackFrames(text: string): readonly Frame[] {
  const frames: Frame[] = [];
  for (const line of text.split('\n')) {
    const [, path, at, where = ''] = python.exec(line) ?? pytest.exec(line) ?? [];
    if (path !== undefined && isProject(path)) frames.push({ path, line: Number(at), function: where });
    if (frames.length >= mostFrames) break;
  }
  return frames;
}
