import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { indexRepository } from '../../graph/index/build.ts';
import { exportLines } from '../../graph/query/export.ts';
import { openEmbeddedCatalog } from '../../graph/store/embedded/catalog.ts';
import { openCheckoutView } from '../../toolkit/checkout-view.ts';
import type { ToolContext } from '../../toolkit/tool-context.ts';
import { use } from '../builders/tool-context.ts';
import { webSources } from '../builders/web-sources.ts';

/** The same sources as the other tests of tools have, but indexed and read from disk. */
describe('tools on an indexed repository', () => {
  let folder: string;
  let context: ToolContext;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'indexed-'));
    const root = join(folder, 'repository');
    for (const [path, text] of Object.entries(webSources)) {
      await mkdir(dirname(join(root, path)), { recursive: true });
      await writeFile(join(root, path), text);
    }
    const catalog = openEmbeddedCatalog(join(folder, 'graphs'));
    const { store } = await indexRepository({ root, catalog, cacheDir: join(folder, 'facts'), workers: 1 });
    const view = await openCheckoutView(root);
    context = { graph: store, list: () => view.list(), read: (path) => view.read(path) };
  });
  afterAll(async () => {
    await context?.graph.close();
    await rm(folder, { recursive: true });
  });

  it('finds methods through re-exports and bases', async () => {
    const send = await use(context, 'find_methods_by_name', { name: 'web.Session.send' });
    expect(send.output).toMatchObject({
      methods: [{ entity: { qualified_name: 'web.sessions.Session.send' } }],
    });
    const hook = await use(context, 'find_methods_by_name', { name: 'PreparedRequest.register_hook' });
    expect(hook.output).toMatchObject({
      note: expect.stringContaining('inherits it from web.models.Request'),
    });
  });

  it('gives callers with the lines they call from', async () => {
    const { output, text } = await use(context, 'get_code_relationships', {
      file: 'web/models.py',
      full_qualified_name: 'web.models.Request.register_hook',
      relation: 'CALLS',
    });
    expect(output).toMatchObject({
      ties: [
        { entity: { qualified_name: 'web.models.Request.__init__' }, sites: [{ line: 17 }] },
        { entity: { qualified_name: 'tests.test_models.test_register_hook' }, sites: [{ line: 6 }] },
      ],
    });
    expect(text).toContain('self.register_hook(event, hook)');
  });

  it('gives sources byte for byte, with decorators', async () => {
    const { output } = await use(context, 'extract_complete_method', { full_qualified_name: 'Request.host' });
    expect(output).toMatchObject({
      definitions: [{ lines: ['    @property', '    def host(self):', '        return self.url'] }],
    });
  });

  it('knows attributes, constructors and imports', async () => {
    const attributes = await use(context, 'list_class_attributes', { class_name: 'PreparedRequest' });
    const { attributes: own } = attributes.output as { attributes: { name: string; scope: string }[] };
    expect(own.map(({ name, scope }) => `${name} ${scope}`)).toEqual([
      'encoding class',
      'url instance',
      'hooks instance',
      'host property',
    ]);
    const constructed = await use(context, 'find_class_constructor', { class_name: 'Settings' });
    expect(constructed.output).toMatchObject({
      classes: [{ from: 'fields', fields: [{ name: 'retries' }, { name: 'verify' }] }],
    });
    const imports = await use(context, 'show_file_imports', { python_file_path: 'web/models.py' });
    expect(imports.output).toMatchObject({
      imports: [
        { name: 'os', targets: [] },
        { name: 'default_hooks', targets: [{ qualified_name: 'web.hooks.default_hooks' }, {}] },
        { name: 'dispatch', targets: [{ qualified_name: 'web.hooks.dispatch' }, {}] },
      ],
    });
  });

  it('suggests from the index what was misspelt', async () => {
    const { output } = await use(context, 'find_methods_by_name', { name: 'default_hook' });
    expect(output).toMatchObject({ found: false, nearest: [{ qualified_name: 'web.hooks.default_hooks' }] });
  });

  it('exports every relation with ends that are entities', async () => {
    const ids = new Set<string>();
    let relations = 0;
    for await (const line of exportLines(context.graph)) {
      const row = JSON.parse(line) as {
        readonly type: string;
        readonly id: string;
        readonly src: string;
        readonly dst: string;
      };
      if (row.type === 'entity') ids.add(row.id);
      else {
        relations += 1;
        expect(ids).toContain(row.src);
        expect(ids).toContain(row.dst);
      }
    }
    expect(relations).toBeGreaterThan(20);
  });
});
