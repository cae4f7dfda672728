import { createWriteStream, existsSync, readdirSync } from 'node:fs';
import { chmod, lstat, mkdir, mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip, gzipSync } from 'node:zlib';
import { create } from 'tar';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { scan } from '../../../graph/index/scan.ts';
import { openArchive } from '../../../toolkit/sources/archive.ts';
import { defaultLimits, type Limits } from '../../../toolkit/sources/limits.ts';
import { listFiles } from '../../../toolkit/workspace/list-files.ts';
import { writeFiles } from '../../support/git-repository.ts';
import { makeOrigin } from '../../support/origin-repository.ts';
import { type TarEntry, tarEnd, tarHeader, tarOf } from '../../support/tar-bytes.ts';
import { type ZipEntry, zipOf } from '../../support/zip-bytes.ts';

let work: string;
let dir: string;
beforeEach(async () => {
  work = await mkdtemp(join(tmpdir(), 'mendgraph-archive-'));
  dir = join(work, 'sources');
  await mkdir(dir);
});
afterEach(() => rm(work, { recursive: true, force: true }));

const written = async (bytes: Buffer, name = 'a.tar'): Promise<string> => {
  await writeFile(join(work, name), bytes);
  return join(work, name);
};
const open = async (bytes: Buffer, limits?: Limits) => openArchive(await written(bytes), { dir }, limits);
/** Every path below a folder. */
const pathsIn = (root: string): string[] => readdirSync(root, { recursive: true, encoding: 'utf8' }).sort();
const nothingIsLeft = (): void =>
  expect(existsSync(join(dir, 'trees')) ? pathsIn(join(dir, 'trees')) : []).toEqual([]);

const good: TarEntry = { path: 'p/good.py', content: 'x = 1\n' };
const other: TarEntry = { path: 'other.txt', content: 'so that p is not the only folder' };
const tarLeavingOut = (...entries: readonly TarEntry[]) => tarOf(other, good, ...entries);
const zipLeavingOut = (...entries: readonly ZipEntry[]) =>
  zipOf({ path: 'other.txt', content: 'x' }, { path: 'p/good.py', content: 'x = 1\n' }, ...entries);

describe('an archive', () => {
  const files = {
    'shop-1.0/shop/__init__.py': '',
    'shop-1.0/shop/cart.py': 'x = 1\r\n',
    'shop-1.0/run': '#!/bin/sh\n',
  };
  const pack = async (name: string): Promise<string> => {
    const from = join(work, 'from');
    await writeFiles(from, files);
    await chmod(join(from, 'shop-1.0/run'), 0o4777);
    await symlink('shop/cart.py', join(from, 'shop-1.0/link.py'));
    await create({ cwd: from, file: join(work, name), gzip: name.endsWith('gz') }, ['shop-1.0']);
    return join(work, name);
  };
  const packZip = () =>
    written(
      zipOf(
        ...Object.entries(files).map(([path, content]) => ({
          path,
          content,
          mode: path.endsWith('run') ? 0o104777 : 0o100644,
        })),
        { path: 'shop-1.0/link.py', content: 'shop/cart.py', mode: 0o120777 },
      ),
      'shop.zip',
    );

  it.each(['shop.tar', 'shop.tar.gz', 'shop.tgz', 'shop.zip'])(
    '%s gives its files, without the folder that all lie in',
    async (name) => {
      const path = name.endsWith('zip') ? await packZip() : await pack(name);
      const source = await openArchive(path, { dir });
      expect(source).toMatchObject({
        kind: 'archive',
        name: path,
        commit: null,
        leftOut: [],
        leftOutCount: 0,
      });
      expect(pathsIn(source.root)).toEqual(['link.py', 'run', 'shop', 'shop/__init__.py', 'shop/cart.py']);
      expect(await readFile(join(source.root, 'link.py'), 'utf8')).toBe('x = 1\r\n');
      expect((await stat(join(source.root, 'run'))).mode & 0o7777).toBe(0o755);
      expect((await stat(join(source.root, 'shop/cart.py'))).mode & 0o7777).toBe(0o644);
    },
  );

  it('is unpacked once, whatever its name, and anew when its bytes are others', async () => {
    const path = await pack('shop.tar');
    const first = await openArchive(path, { dir });
    await writeFile(join(first.root, 'mark'), 'still the same folder');
    await writeFile(join(work, 'copy.bin'), await readFile(path));
    const again = await openArchive(join(work, 'copy.bin'), { dir });
    expect(await readFile(join(again.root, 'mark'), 'utf8')).toBe('still the same folder');
    const changed = await open(tarOf(good, other));
    expect(pathsIn(changed.root)).toEqual(['other.txt', 'p', 'p/good.py']);
  });

  it('keeps a folder at its top that is a package itself', async () => {
    const { root } = await open(tarOf({ path: 'shop/__init__.py' }, { path: 'shop/cart.py', content: 'x' }));
    expect(pathsIn(root)).toEqual(['shop', 'shop/__init__.py', 'shop/cart.py']);
  });

  it('is unpacked to one folder by many at the same time', async () => {
    const path = await pack('shop.tar.gz');
    const all = await Promise.all(Array.from({ length: 8 }, () => openArchive(path, { dir })));
    expect(new Set(all.map(({ root }) => root)).size).toBe(1);
    expect(readdirSync(join(dir, 'trees'))).toHaveLength(1);
  });

  it('is unpacked anew where the folder was damaged, and what a killed process left goes', async () => {
    const path = await pack('shop.tar.gz');
    const { root } = await openArchive(path, { dir });
    await rm(root, { recursive: true });
    const gone = 2 ** 22;
    await mkdir(join(dir, 'trees', `part-${gone}-abcd`, 'unpacked'), { recursive: true });
    const again = await openArchive(path, { dir });
    expect(again.root).toBe(root);
    expect(pathsIn(root)).toContain('shop/cart.py');
    expect(readdirSync(join(dir, 'trees'))).toHaveLength(1);
  });

  it('is indexed without the ignore rules of a repository that the home lies in', async () => {
    const outer = await makeOrigin(work);
    await outer.commit({ '.gitignore': 'lib/\n' });
    const { root } = await open(
      tarOf({ path: 'p/lib/a.py', content: 'x' }, { path: 'p/b.py', content: 'x' }),
    );
    expect((await scan(root)).files.map(({ path }) => path)).toEqual(['b.py', 'lib/a.py']);
    expect((await listFiles(root)).paths).toEqual(['b.py', 'lib/a.py']);
    expect(outer.git('status', '--porcelain')).toContain('sources');
  });

  it('takes hard links as copies', async () => {
    const { root, leftOutCount } = await open(
      tarLeavingOut({ path: 'p/same.py', type: '1', linkTo: 'p/good.py' }),
    );
    expect(await readFile(join(root, 'p/same.py'), 'utf8')).toBe('x = 1\n');
    expect((await lstat(join(root, 'p/same.py'))).nlink).toBe(1);
    expect(leftOutCount).toBe(0);
  });

  it('stops on the signal, and leaves nothing', async () => {
    const path = await pack('shop.tar.gz');
    await expect(openArchive(path, { dir, signal: AbortSignal.abort() })).rejects.toMatchObject({
      name: 'AbortError',
    });
    nothingIsLeft();
  });
});

describe('of a hostile tar archive', () => {
  it.each<{ entries: readonly TarEntry[]; path: string; reason: string }>([
    { entries: [{ path: 'p/a\\b.py', content: 'x' }], path: 'p/a\\b.py', reason: 'backslash' },
    {
      entries: [
        { path: 'p/.git/config', content: 'x' },
        { path: 'p/.git/HEAD', content: 'x' },
      ],
      path: 'p/.git',
      reason: "git's own",
    },
    { entries: [{ path: '.GiT/hooks/post-checkout', content: 'x' }], path: '.GiT', reason: "git's own" },
    {
      entries: [{ path: 'p/.git. ', content: 'gitdir: /elsewhere' }],
      path: 'p/.git. ',
      reason: "git's own",
    },
    { entries: [{ path: 'GIT~1/config', content: 'x' }], path: 'GIT~1', reason: "git's own" },
    { entries: [{ path: 'p/.g\u200cit/config', content: 'x' }], path: 'p/.g\u200cit', reason: "git's own" },
    {
      entries: [{ path: 'p/out', type: '2', linkTo: '../../../etc/passwd' }],
      path: 'p/out',
      reason: 'outside',
    },
    { entries: [{ path: 'p/out', type: '2', linkTo: '/etc/passwd' }], path: 'p/out', reason: 'outside' },
    { entries: [{ path: 'p/out', type: '2', linkTo: 'nowhere' }], path: 'p/out', reason: 'nowhere' },
    { entries: [{ path: 'p/loop', type: '2', linkTo: 'loop' }], path: 'p/loop', reason: 'nowhere' },
    { entries: [{ path: 'p/self', type: '2', linkTo: '..' }], path: 'p/self', reason: 'outside' },
    { entries: [{ path: 'p/hard', type: '1', linkTo: 'p/nothing' }], path: 'p/hard', reason: 'hard link' },
    { entries: [{ path: 'p/null', type: '3' }], path: 'p/null', reason: 'a device' },
    { entries: [{ path: 'p/disk', type: '4' }], path: 'p/disk', reason: 'a device' },
    { entries: [{ path: 'p/pipe', type: '6' }], path: 'p/pipe', reason: 'a pipe' },
    { entries: [{ path: 'p/odd', type: 'Z', content: 'x' }], path: 'p/odd', reason: 'no file' },
    { entries: [{ path: 'p/good.py', content: 'evil' }], path: 'p/good.py', reason: 'twice' },
    { entries: [{ path: 'p/GOOD.py', content: 'evil' }], path: 'p/GOOD.py', reason: 'case alone' },
    {
      entries: [{ path: 'p/good.py/x', content: 'evil' }],
      path: 'p/good.py/x',
      reason: 'a file of this name',
    },
    { entries: [{ path: 'p', content: 'evil' }], path: 'p', reason: 'a folder of this name' },
  ])('leaves out $path ($reason), and says so', async ({ entries, path, reason }) => {
    const source = await open(tarLeavingOut(...entries));
    expect(source.leftOutCount).toBe(1);
    expect(source.leftOut).toEqual([{ path, reason: expect.stringContaining(reason) }]);
    expect(pathsIn(source.root)).toEqual(['other.txt', 'p', 'p/good.py']);
    expect(await readFile(join(source.root, 'p/good.py'), 'utf8')).toBe('x = 1\n');
  });

  it.each(['../evil', 'p/../../evil', '/etc/evil', 'C:/evil', 'c:evil', 'p\\..\\..\\evil'])(
    'refuses all for the path %s, and leaves nothing',
    async (path) => {
      for (const entry of [
        { path, content: 'x' },
        { path, type: '5' },
        { path, type: '2', linkTo: 'good.py' },
        { path, type: '3' },
      ])
        await expect(open(tarLeavingOut(entry))).rejects.toMatchObject({
          code: 'SOURCE_INVALID',
          message: expect.stringContaining('leads outside'),
        });
      nothingIsLeft();
      expect(existsSync(join(work, 'evil'))).toBe(false);
      expect(existsSync(join(dir, 'evil'))).toBe(false);
    },
  );

  it('refuses all for a path outside that an extended header gives', async () => {
    const record = 'path=../evil.py\n';
    const content = `${record.length + 3} ${record}`;
    await expect(
      open(tarLeavingOut({ path: 'header', type: 'x', content }, { path: 'p/a.py', content: 'x' })),
    ).rejects.toMatchObject({ code: 'SOURCE_INVALID', message: expect.stringContaining('leads outside') });
  });

  it('refuses all for a header without end', async () => {
    const long = { path: 'header', type: 'x', content: 'x'.repeat(2 ** 20 + 1) };
    await expect(open(tarLeavingOut(long, { path: 'p/a.py' }))).rejects.toMatchObject({
      code: 'SOURCE_INVALID',
      message: expect.stringContaining('1 MiB'),
    });
  });

  it('refuses all for a hard link that leads outside', async () => {
    await expect(
      open(tarLeavingOut({ path: 'p/shadow', type: '1', linkTo: '/etc/shadow' })),
    ).rejects.toMatchObject({
      code: 'SOURCE_INVALID',
    });
  });

  it('writes nothing through a link, wherever that leads', async () => {
    const outside = join(work, 'outside');
    await mkdir(outside);
    const source = await open(
      tarLeavingOut(
        { path: 'p/way', type: '2', linkTo: outside },
        { path: 'p/way/evil.py', content: 'x' },
        { path: 'p/inner', type: '2', linkTo: '.' },
        { path: 'p/inner/good.py', content: 'evil' },
        { path: 'p/hard', type: '1', linkTo: 'p/way' },
      ),
    );
    expect(readdirSync(outside)).toEqual([]);
    expect(source.leftOut.map(({ path }) => path)).toEqual([
      'p/way/evil.py',
      'p/inner/good.py',
      'p/hard',
      'p/way',
    ]);
    expect(await readFile(join(source.root, 'p/good.py'), 'utf8')).toBe('x = 1\n');
  });

  it('leaves out a link that leads outside by way of another', async () => {
    const { leftOut, root } = await open(
      tarLeavingOut(
        { path: 'deep/er/here.py', content: 'x' },
        { path: 'p/down', type: '2', linkTo: '../deep/er' },
        { path: 'p/up', type: '2', linkTo: 'down/../../..' },
        { path: 'p/on', type: '2', linkTo: 'up' },
      ),
    );
    expect(leftOut.map(({ path }) => path).sort()).toEqual(['p/on', 'p/up']);
    expect(readdirSync(join(root, 'p'))).toEqual(['down', 'good.py']);
  });
});

describe('of a hostile zip archive', () => {
  it.each<{ entry: ZipEntry; reason: string }>([
    { entry: { path: 'p\\good.py', content: 'x' }, reason: 'backslash' },
    { entry: { path: 'p/.git/config', content: 'x' }, reason: "git's own" },
    { entry: { path: 'p/out', content: '../../etc/passwd', mode: 0o120777 }, reason: 'outside' },
    { entry: { path: 'p/null', mode: 0o020666 }, reason: 'no file' },
    { entry: { path: 'p/good.py', content: 'evil' }, reason: 'twice' },
    { entry: { path: 'p/long', content: 'x'.repeat(5_000), mode: 0o120777 }, reason: 'too long a target' },
    { entry: { path: `p/${'long'.repeat(70)}`, content: 'x' }, reason: 'too long' },
    { entry: { path: `p/${'d/'.repeat(70)}x`, content: 'x' }, reason: 'folders deep' },
  ])('leaves out what has $reason, and says so', async ({ entry, reason }) => {
    const source = await open(zipLeavingOut(entry));
    expect(source.leftOut).toEqual([{ path: expect.any(String), reason: expect.stringContaining(reason) }]);
    expect(pathsIn(source.root)).toEqual(['other.txt', 'p', 'p/good.py']);
    expect(await readFile(join(source.root, 'p/good.py'), 'utf8')).toBe('x = 1\n');
  });

  it.each(['../evil', '/etc/evil', 'C:\\evil', 'p/a\0b'])('refuses all for the path %j', async (path) => {
    await expect(open(zipLeavingOut({ path, content: 'x' }))).rejects.toMatchObject({
      code: 'SOURCE_INVALID',
      message: expect.stringContaining('leads outside'),
    });
    nothingIsLeft();
  });
});

describe('what is no good archive', () => {
  const wholeTar = tarOf({ path: 'a.py', content: 'x'.repeat(5_000) });
  const wholeGzip = gzipSync(wholeTar);
  const wholeZip = zipOf({ path: 'a.py', content: 'x'.repeat(5_000) });
  const flipped = (bytes: Buffer, at: number): Buffer => {
    const copy = Buffer.from(bytes);
    copy[at] = (copy[at] ?? 0) ^ 0xff;
    return copy;
  };

  it.each<{ what: string; bytes: Buffer; message: string }>([
    { what: 'an empty file', bytes: Buffer.alloc(0), message: 'empty file' },
    { what: 'text', bytes: Buffer.from('def f(): pass\n'.repeat(100)), message: 'no archive' },
    { what: 'bzip2', bytes: Buffer.from('BZh91AY&SY'), message: 'packed with bzip2' },
    { what: 'xz', bytes: Buffer.from([0xfd, 0x37, 0x7a, 0x58, 0x5a, 0]), message: 'packed with xz' },
    { what: 'gzip of no tar', bytes: gzipSync('text '.repeat(500)), message: 'no tar archive' },
    { what: 'gzip in gzip', bytes: gzipSync(wholeGzip), message: 'no tar archive' },
    { what: 'gzip of nothing', bytes: gzipSync(''), message: 'no tar archive' },
    { what: 'an empty tar', bytes: tarEnd, message: 'holds no files' },
    { what: 'an empty zip', bytes: zipOf(), message: 'holds no files' },
    {
      what: 'a tar of links outside alone',
      bytes: tarOf({ path: 'a', type: '2', linkTo: '/etc' }),
      message: 'holds no files',
    },
    { what: 'a tar cut in a file', bytes: wholeTar.subarray(0, 2_000), message: 'cut short' },
    {
      what: 'a tar cut after a file',
      bytes: wholeTar.subarray(0, wholeTar.length - 1_024),
      message: 'cut short',
    },
    { what: 'a gzip cut short', bytes: wholeGzip.subarray(0, wholeGzip.length - 20), message: 'cut short' },
    {
      what: 'a tar with a broken header',
      bytes: Buffer.concat([tarHeader({ path: 'a' }), flipped(tarHeader({ path: 'b' }), 3), tarEnd]),
      message: 'damaged',
    },
    { what: 'a zip cut short', bytes: wholeZip.subarray(0, wholeZip.length - 30), message: 'cut short' },
    {
      what: 'a zip with a broken file',
      bytes: flipped(zipOf({ path: 'a.py', content: 'text', method: 0 }), 36),
      message: 'a.py in it is damaged',
    },
    {
      what: 'a zip that lies about a size',
      bytes: zipOf({ path: 'a.py', content: 'x'.repeat(5_000), size: 10 }),
      message: 'damaged',
    },
    {
      what: 'an encrypted zip',
      bytes: zipOf({ path: 'a.py', content: 'x', flags: 1 }),
      message: 'encrypted',
    },
    {
      what: 'a zip by a rare method',
      bytes: zipOf({ path: 'a.py', content: 'x', method: 12 }),
      message: 'method that is not taken',
    },
  ])('$what is told by its name, with what to do, and leaves nothing', async ({ bytes, message }) => {
    const path = await written(bytes);
    const error = await openArchive(path, { dir }).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({
      code: 'SOURCE_INVALID',
      message: expect.stringMatching(new RegExp(`${basename(path)}: .*${message}`)),
      hint: expect.stringMatching(/\w+ \w+/),
    });
    nothingIsLeft();
  });
});

describe('what is too large', () => {
  const small: Limits = { ...defaultLimits, bytes: 100_000, fileBytes: 50_000, entries: 20 };
  const noise = (size: number): Buffer =>
    Buffer.from(Array.from({ length: size }, (_, at) => (at * at) % 251));

  it.each<{ what: string; bytes: () => Buffer; message: string }>([
    {
      what: 'a tar with a large file',
      bytes: () => tarOf({ path: 'a', content: noise(60_000) }),
      message: 'a file in it',
    },
    {
      what: 'a zip with a large file',
      bytes: () => zipOf({ path: 'a', content: noise(60_000) }),
      message: 'a file in it',
    },
    {
      what: 'a tar that claims a size',
      bytes: () => gzipSync(tarHeader({ path: 'a', size: 8e9 })),
      message: 'a file in it',
    },
    {
      what: 'many bytes in all',
      bytes: () => gzipSync(tarOf(...'abcdef'.split('').map((path) => ({ path, content: noise(40_000) })))),
      message: 'unpacks to more',
    },
    {
      what: 'many bytes in all of a zip',
      bytes: () => zipOf(...'abcdef'.split('').map((path) => ({ path, content: Buffer.alloc(40_000) }))),
      message: 'unpacks to more',
    },
    {
      what: 'bytes in what is left out',
      bytes: () =>
        gzipSync(
          tarOf(...'abcdef'.split('').map((path) => ({ path: `.git/${path}`, content: noise(40_000) }))),
        ),
      message: 'unpacks to more',
    },
    {
      what: 'many entries',
      bytes: () => gzipSync(tarOf(...Array.from({ length: 30 }, (_, at) => ({ path: `a${at}`, type: '5' })))),
      message: 'more than 20 entries',
    },
    {
      what: 'many entries of a zip',
      bytes: () => zipOf(...Array.from({ length: 30 }, (_, at) => ({ path: `a${at}` }))),
      message: 'more than 20 entries',
    },
    {
      what: 'hard links to a large file',
      bytes: () =>
        tarOf(
          { path: 'a', content: noise(40_000) },
          ...'bcdef'.split('').map((path) => ({ path, type: '1', linkTo: 'a' })),
        ),
      message: 'unpacks to more',
    },
    {
      what: 'an archive that is large itself',
      bytes: () => tarOf({ path: 'a', content: noise(40_000) }, { path: 'b', content: noise(70_000) }),
      message: 'it is larger',
    },
  ])('$what stops at the limit, and leaves nothing', async ({ bytes, message }) => {
    await expect(open(bytes(), small)).rejects.toMatchObject({
      code: 'SOURCE_TOO_LARGE',
      message: expect.stringContaining(message),
      hint: expect.stringContaining('--repo'),
    });
    nothingIsLeft();
  });

  /** A billion zeros, as a file in a gzipped tar archive. */
  async function bomb(): Promise<string> {
    const size = 1_000_000_000;
    const piece = Buffer.alloc(1_000_000);
    async function* bytes() {
      yield tarHeader({ path: 'zeros.py', size });
      for (let done = 0; done < size; done += piece.length) yield piece;
      yield tarEnd;
    }
    await pipeline(bytes, createGzip(), createWriteStream(join(work, 'bomb.tar.gz')));
    return join(work, 'bomb.tar.gz');
  }

  it('a billion zeros stop early, in little memory', async () => {
    const path = await bomb();
    const manyFiles = { ...defaultLimits, fileBytes: Number.POSITIVE_INFINITY };
    const before = process.memoryUsage.rss();
    let most = before;
    const watching = setInterval(() => {
      most = Math.max(most, process.memoryUsage.rss());
    }, 5);
    const start = performance.now();
    const opened = openArchive(path, { dir }, manyFiles);
    await expect(opened).rejects.toMatchObject({
      code: 'SOURCE_TOO_LARGE',
      message: expect.stringContaining('100 times'),
    });
    clearInterval(watching);
    expect(performance.now() - start).toBeLessThan(10_000);
    expect(most - before).toBeLessThan(200 * 2 ** 20);
    nothingIsLeft();
    await expect(openArchive(path, { dir })).rejects.toMatchObject({ code: 'SOURCE_TOO_LARGE' });
  }, 60_000);

  it('zeros without end after the end of an archive are not gathered', async () => {
    const path = join(work, 'tail.tar');
    async function* bytes() {
      yield tarOf(good, other);
      for (let piece = 0; piece < 200; piece += 1) yield Buffer.alloc(1_000_000, 1);
    }
    await pipeline(bytes, createWriteStream(path));
    const before = process.memoryUsage.rss();
    const { root } = await openArchive(path, { dir });
    expect(process.memoryUsage.rss() - before).toBeLessThan(100 * 2 ** 20);
    expect(pathsIn(root)).toEqual(['other.txt', 'p', 'p/good.py']);
  });
});
