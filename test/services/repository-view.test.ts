import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { makeRepositoryView } from '../../services/repository-view.ts';
import { openWorkspace } from '../../toolkit/workspace/workspace.ts';
import { graphOf } from '../builders/graph-of.ts';

let home: string;
beforeEach(async () => {
  home = await realpath(await mkdtemp(join(tmpdir(), 'mendgraph-view-')));
});
afterEach(() => rm(home, { recursive: true, force: true }));

it('reads a Latin-1 file so that what was read can be replaced in a checkout', async () => {
  const root = join(home, 'project');
  const bytes = Buffer.from('# coding: latin-1\nname = "caf\xe9" + word\n', 'latin1');
  await mkdir(root);
  await writeFile(join(root, 'a.py'), bytes);
  const workspace = await openWorkspace({ root, dir: join(home, 'run') });
  const text = await makeRepositoryView(graphOf({}, []), workspace.pristine).read('a.py');
  const line = text?.split('\n')[1] ?? '';
  const checkout = await workspace.checkout();
  await checkout.edit([{ path: 'a.py', startLine: 2, startColumn: 7, old: line.slice(7), new: '"caf\xe9"' }]);
  await workspace.applyToUser(await checkout.diff(['a.py']));
  expect(await makeRepositoryView(graphOf({}, []), root).read('a.py')).toBe(
    '# coding: latin-1\nname = "caf\xe9"\n',
  );
});

it('reads nothing outside, and nothing that is no text', async () => {
  await writeFile(join(home, 'binary.py'), Buffer.from([1, 0, 2]));
  await symlink('/etc/passwd', join(home, 'link.py'));
  const view = makeRepositoryView(graphOf({}, []), home);
  for (const path of ['binary.py', 'link.py', '../x.py', 'none.py'])
    expect(await view.read(path)).toBeUndefined();
});
