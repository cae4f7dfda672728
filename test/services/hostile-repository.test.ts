import { existsSync, readdirSync } from 'node:fs';
import { appendFile, chmod, cp, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openLocal } from '../../toolkit/sources/open-local.ts';
import { openWorkspace } from '../../toolkit/workspace/workspace.ts';
import { cli } from '../builders/run-cli.ts';
import { writeFiles } from '../support/git-repository.ts';
import { makeOrigin, type Origin } from '../support/origin-repository.ts';

let work: string;
let mark: string;
/** A program that leaves a mark when anybody runs it. */
let trap: string;
let origin: Origin;
const plant = (text: string, file = '.git/config'): Promise<void> =>
  appendFile(join(origin.path, file), `${text}\n`);

const hookNames = [
  'post-index-change',
  'post-checkout',
  'post-commit',
  'pre-commit',
  'fsmonitor-watchman',
  'query-watchman',
  'reference-transaction',
  'pre-auto-gc',
];

async function writeHooks(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const name of hookNames) {
    await writeFile(join(folder, name), `#!/bin/sh\ntouch '${mark}'\n`);
    await chmod(join(folder, name), 0o755);
  }
}

const filter = () =>
  `[filter "evil"]\n\tclean = ${trap}\n\tsmudge = ${trap}\n\tprocess = ${trap}\n\trequired = true`;

const traps: Readonly<Record<string, () => Promise<unknown>>> = {
  'core.fsmonitor': () => plant(`[core]\n\tfsmonitor = ${trap}`),
  'core.hooksPath': async () => {
    await writeHooks(join(work, 'hooks'));
    await plant(`[core]\n\thooksPath = ${join(work, 'hooks')}`);
  },
  hooks: () => writeHooks(join(origin.path, '.git/hooks')),
  'a filter': async () => {
    await plant(filter());
    await plant('*.py filter=evil', '.gitattributes');
  },
  "a filter by the repository's own attributes": async () => {
    await plant(filter());
    await mkdir(join(origin.path, '.git/info'), { recursive: true });
    await plant('*.py filter=evil', '.git/info/attributes');
  },
  'attributes and a filter from elsewhere': async () => {
    await writeFile(join(work, 'attributes'), '*.py filter=evil\n');
    await plant(`${filter()}\n[core]\n\tattributesFile = ${join(work, 'attributes')}`);
  },
  textconv: async () => {
    await plant(`[diff "evil"]\n\ttextconv = ${trap}\n\tcommand = ${trap}\n[diff]\n\texternal = ${trap}`);
    await plant('*.py diff=evil', '.gitattributes');
  },
  'programs of git': () =>
    plant(
      `[core]\n\tsshCommand = ${trap}\n\taskPass = ${trap}\n\teditor = ${trap}\n\tpager = ${trap}\n\tgitProxy = ${trap}\n\talternateRefsCommand = ${trap}\n[gpg]\n\tprogram = ${trap}\n[commit]\n\tgpgSign = true\n[log]\n\tshowSignature = true\n[pager]\n\tls-files = ${trap}\n\tstatus = ${trap}\n\tls-tree = ${trap}\n[credential]\n\thelper = ${trap}\n[uploadpack]\n\tpackObjectsHook = ${trap}`,
    ),
  aliases: () =>
    plant(
      `[alias]\n${['ls-files', 'rev-parse', 'status', 'config', 'check-ignore', 'ls-tree', 'cat-file'].map((name) => `\t${name} = "!${trap}"`).join('\n')}`,
    ),
  'include.path': async () => {
    await writeFile(join(work, 'more'), `[core]\n\tfsmonitor = ${trap}\n${filter()}\n`);
    await plant(
      `[include]\n\tpath = ${join(work, 'more')}\n[includeIf "gitdir:/"]\n\tpath = ${join(work, 'more')}`,
    );
    await plant('*.py filter=evil', '.gitattributes');
  },
  'a configuration for the checkout': async () => {
    await plant('[extensions]\n\tworktreeConfig = true');
    await plant(`[core]\n\tfsmonitor = ${trap}`, '.git/config.worktree');
  },
  'a .git file that leads elsewhere': async () => {
    await plant(`[core]\n\tfsmonitor = ${trap}\n${filter()}`);
    await plant('*.py filter=evil', '.gitattributes');
    await rename(join(origin.path, '.git'), join(work, 'elsewhere'));
    await writeFile(join(origin.path, '.git'), `gitdir: ${join(work, 'elsewhere')}\n`);
  },
  'submodules by file and ext': async () => {
    const modules = (name: string, url: string) =>
      `[submodule "${name}"]\n\tpath = ${name}\n\turl = ${url}\n\tupdate = !${trap}`;
    const text = `${modules('one', `file://${join(work, 'one')}`)}\n${modules('two', `ext::${trap}`)}`;
    await plant(text, '.gitmodules');
    await plant(`${text}\n[submodule]\n\trecurse = true\n[protocol]\n\tallow = always`);
    const id = origin.git('rev-parse', 'HEAD');
    for (const name of ['one', 'two']) {
      origin.git('update-index', '--add', '--cacheinfo', `160000,${id},${name}`);
      await mkdir(join(origin.path, name));
      await writeFile(join(origin.path, name, '.git'), `gitdir: ${join(work, 'evil.git')}\n`);
    }
    origin.git('-c', 'submodule.recurse=false', 'commit', '-q', '-m', 'submodules');
    await cp(join(origin.path, '.git'), join(work, 'evil.git'), { recursive: true });
    await appendFile(
      join(work, 'evil.git/config'),
      `[core]\n\tfsmonitor = ${trap}\n\tworktree = ${origin.path}/one\n`,
    );
  },
  'a repository without a checkout in a folder of it': async () => {
    const bare = join(origin.path, 'fixtures/evil');
    await cp(join(origin.path, '.git'), bare, { recursive: true });
    await appendFile(
      join(bare, 'config'),
      `[core]\n\tbare = false\n\tworktree = ..\n\tfsmonitor = ${trap}\n`,
    );
    await writeHooks(join(bare, 'hooks'));
    await writeFiles(bare, { 'inside.py': 'y = 1\n' });
  },
  'objects that are to be fetched by a program': () =>
    plant(
      `[extensions]\n\tpartialClone = origin\n[remote "origin"]\n\turl = ext::${trap}\n\tpromisor = true\n\tpartialclonefilter = blob:none\n\tuploadpack = ${trap}\n[protocol "ext"]\n\tallow = always`,
    ),
  'objects of another repository': async () => {
    const other = await makeOrigin(join(work, 'other'));
    await other.commit({ 'a.py': 'x' });
    await appendFile(join(other.path, '.git/config'), `[core]\n\tfsmonitor = ${trap}\n`);
    await plant(join(other.path, '.git/objects'), '.git/objects/info/alternates');
    await plant(`[core]\n\talternateRefsCommand = ${trap}`);
  },
};

beforeEach(async () => {
  work = await mkdtemp(join(tmpdir(), 'mendgraph-hostile-'));
  [mark, trap] = [join(work, 'sprung'), join(work, 'trap.sh')];
  await writeFile(trap, `#!/bin/sh\ntouch '${mark}'\ncat\n`);
  await chmod(trap, 0o755);
  vi.stubEnv('MENDGRAPH_HOME', join(work, 'home'));
  origin = await makeOrigin(join(work, 'project'));
  await origin.commit({ 'shop/__init__.py': '', 'shop/cart.py': 'def total():\n    return 1\n' });
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(work, { recursive: true, force: true });
});

describe('a repository with a trap', () => {
  it('would spring it where plain git is asked', async () => {
    await traps['core.fsmonitor']?.();
    origin.git('status');
    expect(existsSync(mark)).toBe(true);
  });

  it.each(Object.keys(traps))(
    'runs nothing: %s',
    async (name) => {
      await traps[name]?.();
      await rm(mark, { force: true });
      // Stat information that is out of date has git look into the file.
      await writeFile(join(origin.path, 'shop/cart.py'), 'def total():\n    return 2\n');
      await writeFile(join(work, 'issue.md'), '# total() is wrong\n\nIt gives 1.\n');

      const indexed = await cli(['index', origin.path, '--json']);
      expect(indexed).toMatchObject({ exitCode: 0 });
      expect(JSON.parse(indexed.stdout).files).toBeGreaterThanOrEqual(2);
      const located = await cli(['locate', '--repo', origin.path, '--issue', join(work, 'issue.md')]);
      expect(located).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('shop/cart.py') });

      const workspace = await openWorkspace({ root: origin.path, dir: join(work, 'run') });
      expect(await readFile(join(workspace.pristine, 'shop/cart.py'), 'utf8')).toContain('return 2');
      const checkout = await workspace.checkout();
      await checkout.edit([{ path: 'shop/cart.py', startLine: 2, startColumn: 11, old: '2', new: '3' }]);
      await checkout.folder();
      const patch = await checkout.diff();
      await workspace.applyToUser(patch);
      await checkout.release();
      expect(await readFile(join(origin.path, 'shop/cart.py'), 'utf8')).toContain('return 3');

      const { root } = await openLocal(origin.path, 'main', { dir: join(work, 'home') });
      expect(await readFile(join(root, 'shop/cart.py'), 'utf8')).toContain('return 1');
      expect(existsSync(mark)).toBe(false);
    },
    30_000,
  );

  it('has nothing fetched for an object that is missing, and says so', async () => {
    await traps['objects that are to be fetched by a program']?.();
    const id = origin.git('rev-parse', 'HEAD:shop/cart.py');
    await rm(join(origin.path, '.git/objects', id.slice(0, 2), id.slice(2)));
    await expect(openLocal(origin.path, 'main', { dir: join(work, 'home') })).rejects.toMatchObject({
      code: expect.stringMatching(/SOURCE_INVALID|GIT_FAILED/),
    });
    expect(existsSync(mark)).toBe(false);
    expect(readdirSync(join(work, 'home', 'trees'))).toEqual([]);
  });

  it('is not left for the files that its settings name elsewhere', async () => {
    await writeFiles(join(work, 'private'), { 'secret.py': 'key = 1\n' });
    await plant(`[core]\n\tworktree = ${join(work, 'private')}`);
    const { stdout } = await cli(['graph', 'export', origin.path]);
    expect(stdout).not.toContain('secret');
    const opened = await openWorkspace({ root: origin.path, dir: join(work, 'run') });
    expect(existsSync(join(opened.pristine, 'secret.py'))).toBe(false);
    expect(existsSync(join(opened.pristine, 'shop/cart.py'))).toBe(true);
  });
});
