import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

interface Cruise {
  readonly summary: {
    readonly totalCruised: number;
    readonly violations: readonly { readonly rule: { readonly name: string }; readonly from: string }[];
  };
}

const cruise = (cwd: string, folders: readonly string[]) =>
  new Promise<Cruise>((done, fail) => {
    const program = resolve('node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
    const args = [program, ...folders, '--config', 'dependency-cruiser.mjs', '--output-type', 'json'];
    execFile(process.execPath, args, { cwd, maxBuffer: 64 * 1024 * 1024 }, (error, stdout) =>
      stdout === '' ? fail(error) : done(JSON.parse(stdout)),
    );
  });

describe('the check of the layers', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'layers-'));
    for (const file of ['dependency-cruiser.mjs', 'tsconfig.json', 'package.json'])
      await cp(file, join(folder, file));
    await symlink(resolve('node_modules'), join(folder, 'node_modules'));
    for (const layer of ['graph', 'toolkit', 'agents', 'services']) await mkdir(join(folder, layer));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('reads the TypeScript sources', async () => {
    expect((await cruise('.', ['graph', 'services'])).summary.totalCruised).toBeGreaterThan(100);
  });

  it.each([
    ['graph', "import { top } from '../services/top.ts';", 'graph-depends-downwards-only'],
    ['toolkit', "import type { Top } from '../services/top.ts';", 'toolkit-depends-downwards-only'],
    ['agents', "export * from '../services/top.ts';", 'agents-depends-downwards-only'],
    ['agents', "import { fastify } from 'fastify';", 'fastify-in-http'],
  ])('finds what %s may not do: %s', async (layer, line, rule) => {
    await writeFile(
      join(folder, 'services/top.ts'),
      'export const top = 1;\nexport type Top = typeof top;\n',
    );
    await writeFile(join(folder, layer, 'file.ts'), `${line}\nexport const here = 2;\n`);
    const { violations } = (await cruise(folder, ['graph', 'toolkit', 'agents', 'services'])).summary;
    expect(violations.map((one) => [one.rule.name, one.from])).toContainEqual([rule, `${layer}/file.ts`]);
  });
});
