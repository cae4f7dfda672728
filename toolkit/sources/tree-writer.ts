import { closeSync, copyFileSync, fchmodSync, openSync, readdirSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { judgePath } from './entry-path.ts';
import type { Limits } from './limits.ts';
import { makeLinks } from './links.ts';
import type { Meter } from './meter.ts';
import { makePlaces } from './places.ts';
import { type LeftOut, mostLeftOut } from './port.ts';
import { shown } from './refusals.ts';

/** Takes the bytes of one file. `close` must be called. */
export interface FileSink {
  write(chunk: Uint8Array): void;
  close(): void;
}

/** What was written. */
export interface Written {
  /** The folder that holds it all: the one given, or the only one in it. */
  readonly root: string;
  /** Files and links. */
  readonly files: number;
  readonly leftOut: readonly LeftOut[];
  readonly leftOutCount: number;
}

/**
 * Writes a source's entries into an empty folder, in any order, never outside and never over one another. What can't
 * be taken over is left out with its reason; what no honest source holds throws `SOURCE_INVALID`. Of modes the
 * executable bit alone is kept. Paths are as the source has them.
 */
export interface TreeWriter {
  folder(path: string): void;
  /** `undefined`: it is left out, and its bytes are not wanted. */
  file(path: string, executable: boolean): FileSink | undefined;
  link(path: string, target: string): void;
  /** A second name of a file before it; becomes a copy. */
  copy(path: string, of: string): void;
  leaveOut(path: string, reason: string): void;
  /** Closes what a failure left open. */
  close(): void;
  /** Makes the links and ends. `strip`: a single folder that all lies in is the root. */
  finish(options: { readonly strip: boolean }): Written;
}

/** The only thing in `root`, if that is a folder, as archives of projects have it, and no package itself. */
function singleFolder(root: string): string | undefined {
  const [only, ...others] = readdirSync(root, { withFileTypes: true });
  if (!only?.isDirectory() || others.length > 0) return undefined;
  return readdirSync(join(root, only.name)).includes('__init__.py') ? undefined : only.name;
}

function openFile(path: string, executable: boolean, meter: Meter, open: Set<number>): FileSink {
  const mode = executable ? 0o755 : 0o644;
  const fd = openSync(path, 'wx', mode);
  open.add(fd);
  let size = 0;
  return {
    write(chunk) {
      size += chunk.length;
      meter.file(size);
      for (let at = 0; at < chunk.length; ) at += writeSync(fd, chunk, at);
    },
    close() {
      fchmodSync(fd, mode);
      open.delete(fd);
      closeSync(fd);
    },
  };
}

/** What was left out, the files of one `.git` as one. */
function makeReport() {
  const seen = new Set<string>();
  const leftOut: LeftOut[] = [];
  return {
    leftOut,
    count: () => seen.size,
    add(path: string, reason: string): void {
      if (seen.has(path)) return;
      seen.add(path);
      if (leftOut.length < mostLeftOut) leftOut.push({ path: shown(path), reason });
    },
  };
}

export function makeTreeWriter(root: string, limits: Limits, meter: Meter): TreeWriter {
  const places = makePlaces(root);
  const links = makeLinks(root);
  const report = makeReport();
  const open = new Set<number>();
  let files = 0;

  /** The plain path, if it can be had. */
  const claim = (path: string, kind: 'file' | 'folder'): string | undefined => {
    meter.entry();
    const judged = judgePath(path, limits);
    if (judged.t === 'root') return undefined;
    const reason = judged.t === 'at' ? places.claim(judged.path, kind) : judged.reason;
    if (reason === undefined) return judged.path;
    report.add(judged.path, reason);
    return undefined;
  };
  return {
    leaveOut(path, reason) {
      meter.entry();
      judgePath(path, limits);
      report.add(path, reason);
    },
    folder: (path) => void claim(path, 'folder'),
    file(path, executable) {
      const at = claim(path, 'file');
      if (at === undefined) return undefined;
      files += 1;
      return openFile(join(root, at), executable, meter, open);
    },
    link(path, target) {
      const at = claim(path, 'file');
      if (at === undefined) return;
      files += 1;
      links.add(at, target);
    },
    copy(path, of) {
      const from = judgePath(of, limits);
      if (from.t !== 'at' || !places.isFile(from.path) || links.has(from.path))
        return this.leaveOut(path, 'a hard link to no file before it');
      const at = claim(path, 'file');
      if (at === undefined) return;
      files += 1;
      meter.bytes(statSync(join(root, from.path)).size);
      copyFileSync(join(root, from.path), join(root, at));
    },
    close() {
      for (const fd of open) closeSync(fd);
      open.clear();
    },
    finish({ strip }) {
      const top = strip ? singleFolder(root) : undefined;
      const within = top === undefined ? root : join(root, top);
      const gone = links.make(within);
      for (const { path, reason } of gone) report.add(path, reason);
      return {
        root: within,
        files: files - gone.length,
        leftOut: report.leftOut,
        leftOutCount: report.count(),
      };
    },
  };
}
