import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { makeCheckout } from '../../../toolkit/workspace/checkout.ts';
import { withFolder } from '../../support/git-repository.ts';

it('loses no edit when the folder that it takes can not be written to, and gives that back', () =>
  withFolder(async (home) => {
    const [pristine, root] = [join(home, 'pristine'), join(home, 'seat')];
    await mkdir(pristine);
    await mkdir(root);
    await writeFile(join(root, 'n'), 'in the way\n');
    let released = 0;
    const unused = () => Promise.reject(new Error('not used here'));
    const checkout = makeCheckout({
      pristine,
      shadow: { diffOf: unused, applied: unused },
      takeSeat: async () => ({
        root,
        reset: unused,
        release: async () => {
          released += 1;
        },
      }),
    });
    await checkout.edit([{ kind: 'create', path: 'n/a.py', text: 'x\n' }]);
    await expect(checkout.folder()).rejects.toMatchObject({ code: 'EDIT_REJECTED' });
    expect(released).toBe(1);
    expect((await checkout.read('n/a.py')).toString()).toBe('x\n');
    await rm(join(root, 'n'));
    expect(await readFile(join(await checkout.folder(), 'n/a.py'), 'utf8')).toBe('x\n');
  }));
