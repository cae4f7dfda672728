import { describe, expect, it } from 'vitest';
import { moduleName, sourceRoots } from '../../../graph/resolve/modules.ts';
import { graphOfSources, renderRelations } from './fixture.ts';

describe('module names', () => {
  it('leave out source folders that are no packages', () => {
    const roots = sourceRoots(['src/app/__init__.py', 'src/app/core.py', 'packages/one/src/one.py']);
    expect(moduleName('src/app/core.py', roots)).toBe('app.core');
    expect(moduleName('src/app/__init__.py', roots)).toBe('app');
    expect(moduleName('packages/one/src/one.py', roots)).toBe('one');
  });

  it('keep a package that is called src, or stands in one', () => {
    const roots = sourceRoots(['src/__init__.py', 'src/core.py', 'pkg/__init__.py', 'pkg/lib/util.py']);
    expect(roots).toEqual([]);
    expect(moduleName('src/core.py', roots)).toBe('src.core');
    expect(moduleName('pkg/lib/util.py', roots)).toBe('pkg.lib.util');
  });
});

describe('imports', () => {
  const imports = async (sources: Record<string, string>) =>
    renderRelations(await graphOfSources(sources)).filter((line) => line.includes(' IMPORTS '));

  it('find what stands beside the file, or in the one folder that has it', async () => {
    expect(
      await imports({
        'tools/run.py': 'import helper\nimport conf_x\n',
        'tools/helper.py': '',
        'etc/conf_x.py': '',
      }),
    ).toEqual(['tools/run.py IMPORTS etc/conf_x.py exact 2', 'tools/run.py IMPORTS tools/helper.py exact 1']);
  });

  it('never take a standard module for a file that happens to have its name', async () => {
    expect(await imports({ 'tools/run.py': 'import logging\n', 'other/logging.py': '' })).toEqual([]);
  });

  it('reach nothing above the root', async () => {
    expect(await imports({ 'a.py': 'from ... import b\nfrom .b import c\n', 'b.py': '' })).toEqual([
      'a.py IMPORTS b.py exact 2',
    ]);
  });

  it('reach what a package takes from its modules', async () => {
    const sources = {
      'app.py': 'from pkg import Thing, helper, LIMIT\nfrom pkg import late\n',
      'pkg/__init__.py': 'from .things import Thing, LIMIT\nfrom .help import run as helper\n',
      'pkg/things.py': 'LIMIT = 1\nclass Thing: pass\n',
      'pkg/help.py': 'def run(): pass\n',
      'pkg/late.py': '',
    };
    expect((await imports(sources)).filter((line) => line.startsWith('app.py'))).toEqual([
      'app.py IMPORTS pkg/__init__.py exact 1,1,1,2',
      'app.py IMPORTS pkg/help.py:run exact 1',
      'app.py IMPORTS pkg/late.py exact 2',
      'app.py IMPORTS pkg/things.py:LIMIT exact 1',
      'app.py IMPORTS pkg/things.py:Thing exact 1',
    ]);
  });
});
