import { execFileSync } from 'node:child_process';
import { chmod, lstat, mkdir, readdir, readFile, readlink, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Edit } from '../../../toolkit/workspace/edits/schema.ts';
import type { Checkout } from '../../../toolkit/workspace/port.ts';
import { checkoutOf, inWorkspace, ways } from '../../builders/workspace.ts';
import { withFolder, writeFiles } from '../../support/git-repository.ts';

const every = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));
const files = {
  'a.py': 'one\ntwo\nthree\n',
  'no-end.py': 'one\ntwo',
  'crlf.py': 'one\r\ntwo\r\nthree',
  'mixed.py': 'one\ntwo\r\nthree\rfour\n',
  'mark.py': '\uFEFFone\n',
  'latin.py': Buffer.from('# -*- coding: latin-1 -*-\nname = "caf\xe9"\n', 'latin1'),
  'data.bin': every,
  'run.sh': '#!/bin/sh\n',
  'with space/na me.py': 'x\n',
  'grüße/日本.py': 'x\n',
  'quo"te\t.py': 'x\n',
  'thing.py': 'x\n',
  'folder/only.py': 'x\n',
  empty: '',
};
const prepare = async (root: string) => {
  await chmod(join(root, 'run.sh'), 0o755);
  await symlink('a.py', join(root, 'link.py'));
};

const replace = (path: string, old: string, put: string): Edit => ({ kind: 'replace', path, old, new: put });
const create = (path: string, text: string, executable = false): Edit => ({
  kind: 'create',
  path,
  text,
  executable,
});
const remove = (path: string): Edit => ({ kind: 'delete', path });

/** git as it is on a machine where nobody has configured it. */
const git = (cwd: string, args: readonly string[], input?: string) =>
  execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.org', ...args], {
    cwd,
    input: input ?? '',
    env: {
      PATH: '/usr/local/bin:/usr/bin:/bin',
      HOME: cwd,
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_CONFIG_GLOBAL: '/dev/null',
    },
    stdio: 'pipe',
  });

/** Files, links and executable bits below a folder; what git keeps for itself left out. */
async function stateOf(root: string): Promise<Record<string, string>> {
  const state: Record<string, string> = {};
  for (const entry of await readdir(root, { withFileTypes: true, recursive: true })) {
    const path = join(entry.parentPath, entry.name);
    const name = path.slice(root.length + 1);
    if (name === '.git' || name.startsWith('.git/') || entry.isDirectory()) continue;
    const { mode } = await lstat(path);
    state[name] = entry.isSymbolicLink()
      ? `-> ${await readlink(path)}`
      : `${mode & 0o111 ? 'x' : '-'} ${(await readFile(path)).toString('latin1')}`;
  }
  return state;
}

/** A clean git checkout of the base with the patch applied to it. */
async function patched(patch: string, use: (root: string) => Promise<void>): Promise<void> {
  await withFolder(async (root) => {
    await writeFiles(root, files);
    await prepare(root);
    git(root, ['init', '-q']);
    git(root, ['add', '-A', '-f']);
    git(root, ['commit', '-qm', 'base']);
    git(root, ['apply', '--check', '-'], patch);
    git(root, ['apply', '-'], patch);
    await use(root);
  });
}

const edits: readonly [what: string, edits: readonly (readonly Edit[])[]][] = [
  ['a change', [[replace('a.py', 'two', '2')]]],
  ['new files', [[create('n/e/w.py', 'a\n'), create('no-end', 'a\r\nb'), create('void', '')]]],
  ['a new file that may be run', [[create('new.sh', '#!/bin/sh\n', true)]]],
  ['deleted files', [[remove('a.py'), remove('empty'), remove('data.bin'), remove('run.sh')]]],
  ['a missing last line end that stays', [[replace('no-end.py', 'two', '2')]]],
  ['a last line end that goes', [[replace('a.py', 'three\n', 'three')]]],
  ['a last line end that comes', [[replace('no-end.py', 'two', 'two\n')]]],
  ['\\r\\n', [[replace('crlf.py', 'one\ntwo', 'one\n1\n2')], [replace('mixed.py', 'two\n', '2\n3\n')]]],
  ['a byte-order mark', [[replace('mark.py', 'one', 'two')], [create('mark2.py', '\uFEFFx\n')]]],
  ['a file that may be run', [[replace('run.sh', 'sh\n', 'sh\nexit\n')]]],
  ['Latin-1', [[replace('latin.py', 'caf\xe9', '\xe9t\xe9')]]],
  ['Latin-1 beside UTF-8', [[replace('latin.py', 'caf\xe9', '\xe9t\xe9'), create('utf8.py', 'ä→\n')]]],
  ['a binary file', [[replace('data.bin', 'ABC', 'abcd')]]],
  [
    'names with spaces, quotes and letters of all kinds',
    [
      [
        replace('with space/na me.py', 'x', 'y'),
        replace('grüße/日本.py', 'x', 'y'),
        replace('quo"te\t.py', 'x', 'y'),
      ],
      [create('more space/ü ber.py', 'x\n'), create(' leading and trailing ', 'x\n'), create('-n', 'x\n')],
    ],
  ],
  ['a file that becomes a folder', [[remove('thing.py')], [create('thing.py/__init__.py', 'y\n')]]],
  ['a folder that becomes a file', [[remove('folder/only.py')], [create('folder', 'y\n')]]],
  [
    'what was changed twice and what was changed back',
    [
      [replace('a.py', 'two', '2'), replace('crlf.py', 'two', '2')],
      [replace('a.py', '2', '3'), replace('crlf.py', '2', 'two')],
      [create('new.py', 'x\n')],
      [remove('new.py')],
    ],
  ],
];

describe.each(ways)('the patch of a checkout %s', (way) => {
  it.each(edits)('brings a clean git checkout to the same bytes and modes: %s', (_what, calls) =>
    inWorkspace(
      files,
      async ({ workspace }) => {
        const checkout = await checkoutOf(workspace, way);
        for (const call of calls) await checkout.edit(call);
        const patch = await checkout.diff();
        const expected = await stateOf(await checkout.folder());
        await patched(patch, async (root) => expect(await stateOf(root)).toEqual(expected));
        const other = await checkoutOf(workspace, way);
        await other.apply(patch);
        expect(await other.diff()).toBe(patch);
        expect(await stateOf(await other.folder())).toEqual(expected);
      },
      prepare,
    ),
  );

  it('holds what a patch brought: renames, modes and links', () =>
    inWorkspace(
      files,
      async ({ workspace }) => {
        const patch = [
          'diff --git a/a.py b/b/moved.py\nsimilarity index 100%\nrename from a.py\nrename to b/moved.py',
          'diff --git a/thing.py b/thing.py\nold mode 100644\nnew mode 100755',
          'diff --git a/link.py b/link.py\ndeleted file mode 120000\n--- a/link.py\n+++ /dev/null\n@@ -1 +0,0 @@\n-a.py\n\\ No newline at end of file',
          'diff --git a/other b/other\nnew file mode 120000\n--- /dev/null\n+++ b/other\n@@ -0,0 +1 @@\n+thing.py\n\\ No newline at end of file',
          '',
        ].join('\n');
        const checkout = await checkoutOf(workspace, way);
        await checkout.apply(patch);
        const expected = await stateOf(await checkout.folder());
        expect(expected).toMatchObject({
          'b/moved.py': '- one\ntwo\nthree\n',
          'thing.py': 'x x\n',
          other: '-> thing.py',
        });
        expect(Object.keys(expected)).not.toContain('a.py');
        await patched(await checkout.diff(), async (root) => expect(await stateOf(root)).toEqual(expected));
      },
      prepare,
    ));

  it.each([
    ['does not fit', '--- a/a.py\n+++ b/a.py\n@@ -1 +1 @@\n-other\n+x\n'],
    ['makes a file that is there', '--- /dev/null\n+++ b/a.py\n@@ -0,0 +1 @@\n+x\n'],
    ['leads out', '--- /dev/null\n+++ b/../out.py\n@@ -0,0 +1 @@\n+x\n'],
    ['writes to git', '--- /dev/null\n+++ b/.git/config\n@@ -0,0 +1 @@\n+x\n'],
    [
      'goes through a link',
      'diff --git a/l b/l\nnew file mode 120000\n--- /dev/null\n+++ b/l\n@@ -0,0 +1 @@\n+..\n\\ No newline at end of file\n--- /dev/null\n+++ b/l/out.py\n@@ -0,0 +1 @@\n+x\n',
    ],
    ['is none', 'not a patch\n'],
    ['is empty', ''],
  ])('refuses one that %s, and changes nothing', (_what, last) =>
    inWorkspace(files, async ({ workspace }) => {
      const checkout = await checkoutOf(workspace, way);
      const before = await stateOf(workspace.pristine);
      const good = '--- a/thing.py\n+++ b/thing.py\n@@ -1 +1 @@\n-x\n+y\n';
      const patch = last.startsWith('---') || last.startsWith('diff') ? good + last : last;
      await expect(checkout.apply(patch)).rejects.toMatchObject({ code: 'PATCH_REJECTED' });
      expect(await checkout.diff()).toBe('');
      expect(await stateOf(await checkout.folder())).toEqual(before);
    }),
  );
});

describe('the patch of a checkout where a command was', () => {
  const inFolder = (use: (checkout: Checkout, folder: string) => Promise<void>) =>
    inWorkspace(files, async ({ workspace }) => {
      const checkout = await workspace.checkout();
      await use(checkout, await checkout.folder());
    });

  it('never holds scratch files, whatever they are called and whether they are new', () =>
    inFolder(async (checkout, folder) => {
      await checkout.edit([replace('a.py', 'two', '2'), create('kept/new.py', 'x\n')]);
      const before = await checkout.diff();
      await writeFiles(folder, {
        '__pycache__/a.cpython-312.pyc': 'code',
        'out.txt': 'output',
        '.coverage': 'data',
        'build/lib/a.py': 'copy',
        'kept/scratch.py': 'scratch',
        'folder/only.py': 'overwritten by a command',
        'thing.py.orig': 'x',
      });
      await rm(join(folder, 'no-end.py'));
      await chmod(join(folder, 'mark.py'), 0o755);
      expect(await checkout.diff()).toBe(before);
      expect(await checkout.diff(['.'])).toBe(before);
      expect([...(await checkout.changes()).keys()].sort()).toEqual(['a.py', 'kept/new.py']);
      await checkout.edit([replace('folder/only.py', 'by a command', 'by an edit')]);
      expect(await checkout.diff()).toContain('+overwritten by an edit');
    }));

  it('holds what was edited as it is now', () =>
    inFolder(async (checkout, folder) => {
      await checkout.edit([replace('a.py', 'two', '2'), create('new.py', 'x=1\n'), create('gone.py', 'x\n')]);
      await writeFile(join(folder, 'new.py'), 'x = 1\n');
      await rm(join(folder, 'gone.py'));
      await chmod(join(folder, 'a.py'), 0o755);
      const patch = await checkout.diff();
      expect(patch).toContain('+x = 1\n');
      expect(patch).toContain('new mode 100755');
      expect(patch).not.toContain('gone.py');
    }));

  it('takes what an edited file was replaced by for gone, and reads nothing outside', () =>
    inFolder(async (checkout, folder) => {
      await checkout.edit([replace('a.py', 'two', '2'), create('folder/new.py', 'x\n')]);
      await rm(join(folder, 'a.py'));
      await writeFiles(join(folder, 'a.py'), { 'scratch.py': 'x\n' });
      await rm(join(folder, 'folder'), { recursive: true });
      const outside = join(folder, '../outside');
      await mkdir(outside);
      await writeFile(join(outside, 'new.py'), 'secret\n');
      await symlink(outside, join(folder, 'folder'));
      const patch = await checkout.diff();
      expect(patch).toContain('deleted file mode 100644\nindex');
      expect(patch).not.toContain('secret');
      expect(patch).not.toContain('scratch');
    }));

  it('is of the named paths alone, where some are named', () =>
    inFolder(async (checkout) => {
      await checkout.edit([replace('a.py', 'two', '2'), create('n/new.py', 'x\n'), create('n/o.py', 'x\n')]);
      expect(await checkout.diff(['n'])).not.toContain('a.py');
      expect(await checkout.diff(['a.py', 'n/o.py'])).not.toContain('new.py');
      expect(await checkout.diff(['none.py'])).toBe('');
    }));
});
