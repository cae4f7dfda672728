import { randomBytes } from 'node:crypto';
import { link, mkdir, readdir, rename, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { type GitResult, git, tryGit } from '../../graph/index/git.ts';
import { MendError } from '../../graph/kernel/errors.ts';
import type { OnProgress } from '../../graph/kernel/progress.ts';
import { removeFolder } from '../sandbox/remove-folder.ts';
import { type FetchLimits, withinSize } from './fetch-limits.ts';
import type { Wanted } from './ref.ts';
import { remoteFailure } from './remote-failure.ts';
import { type Access, remoteGit } from './remote-git.ts';
import { sweep } from './sweep.ts';

/**
 * What was fetched of one server's repository. A state of it is a bare repository that nobody changes: a fetch works on
 * a copy (of hard links) and puts that in its place when it is whole. So neither two at once nor a killed one can
 * harm it, and nobody waits.
 */
interface MirrorRequest {
  /** The mirror's own; its parent exists. */
  readonly dir: string;
  readonly access: Access;
  readonly limits: FetchLimits;
  readonly signal: AbortSignal;
  readonly onProgress?: OnProgress;
}

/** Each fetch adds one; after so many it is fetched anew. */
const mostPacks = 16;

const suffix = '.git';
const packs = join('objects', 'pack');

const present = async (dir: string): Promise<string | undefined> =>
  (await readdir(dir))
    .filter((name) => name.endsWith(suffix) && !name.startsWith('part-'))
    .sort()
    .at(-1);

/** Hard links to everything below a folder: git replaces files, it changes none. */
async function linkFolder(from: string, to: string): Promise<void> {
  await mkdir(to);
  for (const entry of await readdir(from, { withFileTypes: true }))
    if (entry.isDirectory()) await linkFolder(join(from, entry.name), join(to, entry.name));
    else await link(join(from, entry.name), join(to, entry.name));
}

/** A repository to fetch into, with what was fetched before where that can be had. */
async function prepare(dir: string, part: string, signal: AbortSignal): Promise<void> {
  const before = await present(dir);
  const packed = before === undefined ? [] : await readdir(join(dir, before, packs)).catch(() => []);
  if (before !== undefined && packed.filter((name) => name.endsWith('.pack')).length < mostPacks)
    try {
      return await linkFolder(join(dir, before), part);
    } catch {
      // It was just replaced, or the file system has no hard links: all is fetched again.
      await removeFolder(part);
    }
  await git(['init', '-q', '--bare', '--template=', part], { cwd: dir, signal });
}

const has = async (part: string, commit: string): Promise<boolean> =>
  (await tryGit(['cat-file', '-e', `${commit}^{commit}`], { cwd: part, env: { GIT_DIR: part } })).exitCode ===
  0;

const step = /(?:remote: )?(\w[\w ]+): +\d+% \((\d+)\/(\d+)\)/;

const quiet = ['--no-tags', '--no-write-fetch-head', '--no-auto-maintenance', '--no-recurse-submodules'];

/** One commit and no history; where the server can't do so, its branches and tags. */
const ways = ({ id }: Wanted): readonly (readonly string[])[] => [
  ['--depth=1', `+${id}:refs/mendgraph/${id}`],
  ['+refs/heads/*:refs/mendgraph/heads/*', '+refs/tags/*:refs/mendgraph/tags/*'],
];

const isOfThisWay = (stderr: string): boolean =>
  /shallow|unadvertised object|not our ref|couldn't find remote ref|no such remote ref/i.test(stderr);

type FetchRequest = Pick<MirrorRequest, 'access' | 'signal' | 'onProgress'>;

function fetchOnce(part: string, way: readonly string[], request: FetchRequest): Promise<GitResult> {
  const { access, signal, onProgress } = request;
  const options = way.filter((word) => word.startsWith('--'));
  const refs = way.filter((word) => !word.startsWith('--'));
  const words = ['fetch', '--progress', ...quiet, ...options, '--', access.remote.url, ...refs];
  return remoteGit(words, access, {
    cwd: part,
    env: { GIT_DIR: part },
    signal,
    onStderr(text) {
      const [, stage, done, total] = step.exec(text) ?? [];
      if (stage) onProgress?.({ stage: stage.toLowerCase(), done: Number(done), total: Number(total) });
    },
  });
}

async function fetchInto(part: string, request: FetchRequest, wanted: Wanted): Promise<void> {
  let said = '';
  for (const way of ways(wanted)) {
    const { exitCode, stderr } = await fetchOnce(part, way, request);
    if (exitCode === 0 && (await has(part, wanted.commit))) return;
    said = stderr;
    if (exitCode !== 0 && !isOfThisWay(stderr)) break;
  }
  throw missing(request.access, wanted, said);
}

/** Every branch and tag came, and the commit with none of them. */
const missing = (access: Access, { commit }: Wanted, stderr: string): MendError =>
  stderr !== '' && !isOfThisWay(stderr) && /fatal|error/i.test(stderr)
    ? remoteFailure(access, stderr)
    : new MendError('NOT_FOUND', `no commit ${commit} on any branch or tag of ${access.remote.url}`, {
        hint: 'check the id; the server gives only commits of its branches and tags',
      });

async function fetchWithin(part: string, request: MirrorRequest, wanted: Wanted): Promise<void> {
  const size = await withinSize(join(part, packs), request.limits, request.signal);
  try {
    await fetchInto(part, { ...request, signal: size.signal }, wanted);
    await size.check();
  } finally {
    size.end();
  }
}

/** Puts a whole repository in the place of the one before. */
async function publish(dir: string, part: string): Promise<void> {
  const name = `${Date.now().toString().padStart(15, '0')}-${randomBytes(4).toString('hex')}${suffix}`;
  await rename(part, join(dir, name));
  for (const older of (await readdir(dir)).filter((one) => one.endsWith(suffix) && one < name)) {
    // Under another name first, so that nobody takes a half of it for the whole.
    const trash = join(dir, `part-${process.pid}-${randomBytes(4).toString('hex')}`);
    const isOurs = await rename(join(dir, older), trash).then(
      () => true,
      () => false,
    );
    if (isOurs) await removeFolder(trash);
  }
}

/**
 * Fetches a commit, without its history where the server can do so, and hands the bare repository that has it to
 * `use`; afterwards it is kept, so that a later fetch asks for what is new alone.
 * @throws MendError `SOURCE_UNREACHABLE`, `SOURCE_AUTH`, `NOT_FOUND`, `DISK_FULL`
 */
export async function withFetched<T>(
  request: MirrorRequest,
  wanted: Wanted,
  use: (gitDir: string) => Promise<T>,
): Promise<T> {
  const { dir, signal } = request;
  await mkdir(dir, { recursive: true });
  await utimes(dir, new Date(), new Date());
  await sweep(dir);
  const part = join(dir, `part-${process.pid}-${randomBytes(4).toString('hex')}`);
  try {
    await prepare(dir, part, signal);
    await fetchWithin(part, request, wanted);
    const result = await use(part);
    await publish(dir, part);
    return result;
  } finally {
    await removeFolder(part);
  }
}
