import { chmod, lstat, mkdir, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Edit } from '../../../toolkit/workspace/edits/schema.ts';
import { checkoutOf, contentsOf, inWorkspace, ways } from '../../builders/workspace.ts';

const files = {
  'pkg/a.py': 'x = 1\r\ny = 2',
  'pkg/b.py': 'x = 1\n',
  'run.sh': '#!/bin/sh\n',
  empty: '',
};
const prepare = async (root: string) => {
  await chmod(join(root, 'run.sh'), 0o755);
  await symlink('pkg/a.py', join(root, 'link.py'));
  await symlink('pkg', join(root, 'folder'));
};

const replace = (path: string, old: string, put: string): Edit => ({ kind: 'replace', path, old, new: put });
const create = (path: string, text = 'new\n'): Edit => ({ kind: 'create', path, text });
const remove = (path: string): Edit => ({ kind: 'delete', path });

describe.each(ways)('edits of a checkout %s', (way) => {
  it('are made of several files at once, and the user sees nothing of it', () =>
    inWorkspace(
      files,
      async ({ root, workspace }) => {
        const before = await contentsOf(root);
        const checkout = await checkoutOf(workspace, way);
        await checkout.edit([
          replace('pkg/a.py', 'y = 2', 'y = 3'),
          { kind: 'lines', path: 'run.sh', from: 1, to: 1, old: '#!/bin/sh', new: '#!/bin/sh\nexit 1' },
          { kind: 'create', path: 'new/deep/er.sh', text: 'a\r\nb', executable: true },
          remove('pkg/b.py'),
          { path: 'pkg/a.py', startLine: 1, startColumn: 4, old: '1', new: '7' },
        ]);
        const folder = await checkout.folder();
        expect(await contentsOf(folder)).toEqual({
          'pkg/a.py': 'x = 7\r\ny = 3',
          'run.sh': '#!/bin/sh\nexit 1\n',
          'new/deep/er.sh': 'a\r\nb',
          empty: '',
        });
        expect((await stat(join(folder, 'run.sh'))).mode & 0o777).toBe(0o755);
        expect((await stat(join(folder, 'new/deep/er.sh'))).mode & 0o777).toBe(0o755);
        expect(await contentsOf(root)).toEqual(before);
        expect(await contentsOf(await (await workspace.checkout()).folder())).toEqual(before);
      },
      prepare,
    ));

  it('lead through links inside, to one file by whichever name', () =>
    inWorkspace(
      files,
      async ({ workspace }) => {
        const checkout = await checkoutOf(workspace, way);
        await checkout.edit([replace('link.py', '1', '5'), replace('folder/a.py', '2', '6')]);
        await checkout.edit([create('folder/new.py')]);
        const text = 'x = 5\r\ny = 6';
        for (const path of ['pkg/a.py', 'link.py', './/folder/./a.py'])
          expect((await checkout.read(path)).toString()).toBe(text);
        expect((await checkout.read('pkg/new.py')).toString()).toBe('new\n');
        expect((await lstat(join(await checkout.folder(), 'link.py'))).isSymbolicLink()).toBe(true);
        await expect(
          checkout.edit([replace('link.py', 'x = 5', ''), replace('pkg/a.py', '5\ny', '')]),
        ).rejects.toThrow('overlaps');
      },
      prepare,
    ));

  it('turn a file into a folder and a folder into a file', () =>
    inWorkspace(files, async ({ workspace }) => {
      const checkout = await checkoutOf(workspace, way);
      await checkout.edit([remove('empty'), remove('pkg/a.py'), remove('pkg/b.py')]);
      await checkout.edit([create('empty/in/it.py'), create('pkg')]);
      const contents = await contentsOf(await checkout.folder());
      expect(contents).toEqual({ 'empty/in/it.py': 'new\n', pkg: 'new\n', 'run.sh': '#!/bin/sh\n' });
      await checkout.edit([remove('empty/in/it.py'), remove('pkg')]);
      await checkout.edit([create('empty', ''), create('pkg/a.py', files['pkg/a.py'])]);
      await checkout.edit([create('pkg/b.py', files['pkg/b.py'])]);
      expect(await checkout.diff()).toBe('');
      expect((await checkout.changes()).size).toBe(0);
    }));

  it.each([
    ['a file that is there', [create('pkg/a.py')], 'EDIT_REJECTED', 'a file is there'],
    ['one by another name', [create('link.py')], 'EDIT_REJECTED', 'a file is there'],
    ['a file where a folder is', [create('pkg')], 'EDIT_REJECTED', 'is a folder'],
    ['a file below a file', [create('pkg/a.py/b.py')], 'EDIT_REJECTED', 'below a file'],
    ['a file below a new one', [create('n'), create('n/b.py')], 'EDIT_REJECTED', 'below it'],
    ['a deletion of nothing', [remove('pkg/none.py')], 'EDIT_REJECTED', 'no such file'],
    ['a deletion of a folder', [remove('pkg')], 'EDIT_REJECTED', 'is a folder'],
    ['a deletion of a link', [remove('link.py')], 'EDIT_REJECTED', 'link to pkg/a.py'],
    ['an edit of a folder', [replace('pkg', 'x', 'y')], 'EDIT_REJECTED', 'is a folder'],
    ['an edit of nothing', [replace('none.py', 'x', 'y')], 'NOT_FOUND', 'no file none.py'],
    ['making and deleting', [create('n.py'), remove('n.py')], 'EDIT_REJECTED', 'another edit'],
    ['deleting and making', [remove('empty'), create('empty')], 'EDIT_REJECTED', 'another edit'],
    ['making twice', [create('n.py'), create('./n.py')], 'EDIT_REJECTED', 'another edit'],
    ['deleting by two names', [remove('folder/b.py'), remove('pkg/b.py')], 'EDIT_REJECTED', 'another edit'],
    ['deleting and editing', [remove('pkg/b.py'), replace('pkg/b.py', '1', '2')], 'EDIT_REJECTED', 'another'],
    ['a way up', [create('../out.py')], 'PATH_OUTSIDE', 'outside'],
    ['a way up and down', [create('pkg/../../project/a.py')], 'PATH_OUTSIDE', 'outside'],
    ['a way up as on Windows', [create('pkg\\..\\..\\a.py')], 'PATH_OUTSIDE', 'outside'],
    ['an absolute path', [remove('/etc/passwd')], 'PATH_OUTSIDE', 'outside'],
    ['a NUL', [create('a\0.py')], 'PATH_OUTSIDE', 'outside'],
    ['git', [create('.git/hooks/post-checkout')], 'PATH_OUTSIDE', 'belongs to git'],
    ['git in capitals', [create('pkg/.GIT/config')], 'PATH_OUTSIDE', 'belongs to git'],
    ['the root', [create('.')], 'PATH_OUTSIDE', 'outside'],
  ])('refuse %s, and make none', (_what, edits, code, said) =>
    inWorkspace(
      files,
      async ({ workspace }) => {
        const checkout = await checkoutOf(workspace, way);
        const all = [replace('run.sh', 'sh\n', 'bash\n'), create('first.py'), ...edits];
        await expect(checkout.edit(all)).rejects.toMatchObject({
          code,
          message: expect.stringContaining(said),
          hint: expect.any(String),
        });
        expect(await checkout.diff()).toBe('');
        expect(await contentsOf(await checkout.folder())).toEqual(files);
      },
      prepare,
    ),
  );

  it('keep every byte around them in what is not UTF-8', () => {
    const every = Buffer.from([...Array(256).keys(), ...Buffer.from('value = 1\r\n'), 0xff]);
    return inWorkspace({ 'data.bin': every }, async ({ workspace }) => {
      const checkout = await checkoutOf(workspace, way);
      await checkout.edit([replace('data.bin', 'value = 1\n', 'value = 7\nnext = 2\n')]);
      const expected = [...Array(256).keys(), ...Buffer.from('value = 7\r\nnext = 2\r\n'), 0xff];
      expect(await checkout.read('data.bin')).toEqual(Buffer.from(expected));
      await expect(checkout.edit([replace('data.bin', 'value', '→')])).rejects.toMatchObject({
        code: 'EDIT_REJECTED',
      });
    });
  });

  it('write what the encoding has, and refuse what would become something else', () => {
    const declared = Buffer.from([...Buffer.from('# coding: koi8-r\n'), 0xf0, 0x0a]);
    const unknown = Buffer.from([0xf0, 0x0a]);
    return inWorkspace({ 'a.py': declared, 'b.py': unknown }, async ({ workspace }) => {
      const checkout = await checkoutOf(workspace, way);
      await checkout.edit([replace('a.py', 'П', 'ПД'), replace('b.py', '\xf0', 'x\xf0')]);
      expect((await checkout.read('a.py')).subarray(-3)).toEqual(Buffer.from([0xf0, 0xe4, 0x0a]));
      expect(await checkout.read('b.py')).toEqual(Buffer.from([0x78, 0xf0, 0x0a]));
      await expect(checkout.edit([replace('b.py', 'x', 'П')])).rejects.toThrow(
        'encoding of the file is not known',
      );
    });
  });

  it('are made one after another, whoever asks at the same time', () =>
    inWorkspace({ 'a.py': '' }, async ({ workspace }) => {
      const checkout = await checkoutOf(workspace, way);
      await checkout.edit([{ kind: 'lines', path: 'a.py', from: 1, to: 1, old: '', new: 'end\n' }]);
      const add = (index: number) => checkout.edit([replace('a.py', 'end\n', `${index}\nend\n`)]);
      await Promise.all([add(1), add(2), checkout.folder(), add(3), add(4)]);
      expect((await checkout.read('a.py')).toString()).toBe('1\n2\n3\n4\nend\n');
    }));
});

describe('edits in a folder where a command was', () => {
  const inFolder = (use: (folder: string, edit: (...edits: Edit[]) => Promise<void>) => Promise<void>) =>
    inWorkspace(files, async ({ workspace }) => {
      const checkout = await workspace.checkout();
      await use(await checkout.folder(), (...edits) => checkout.edit(edits));
    });

  it('keep all mode bits', () =>
    inFolder(async (folder, edit) => {
      await chmod(join(folder, 'pkg/a.py'), 0o640);
      await chmod(join(folder, 'run.sh'), 0o4711);
      await edit(replace('pkg/a.py', '1', '2'), replace('run.sh', 'sh\n', 'bash\n'));
      expect((await stat(join(folder, 'pkg/a.py'))).mode & 0o7777).toBe(0o640);
      expect((await stat(join(folder, 'run.sh'))).mode & 0o7777).toBe(0o4711);
    }));

  it('do not follow the links that it made', () =>
    inFolder(async (folder, edit) => {
      const outside = join(folder, '../outside');
      await mkdir(outside);
      await writeFile(join(outside, 'b.py'), 'x = 1\n');
      await rm(join(folder, 'pkg'), { recursive: true });
      await symlink(outside, join(folder, 'pkg'));
      await symlink(join(outside, 'c.py'), join(folder, 'c.py'));
      for (const wanted of [
        replace('pkg/b.py', '1', '2'),
        create('pkg/n.py'),
        create('c.py'),
        remove('pkg/b.py'),
      ])
        await expect(edit(wanted), wanted.path).rejects.toMatchObject({ code: 'PATH_OUTSIDE' });
      expect(await contentsOf(outside)).toEqual({ 'b.py': 'x = 1\n' });
    }));
});
