import { mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { indexRepository } from '../../graph/index/build.ts';
import { indexEdited } from '../../graph/index/index-edited.ts';
import { openEmbeddedCatalog } from '../../graph/store/embedded/catalog.ts';
import type { GraphStore } from '../../graph/store/port.ts';
import { askCheckout, type OpenEditedGraph, type Questions } from '../../toolkit/ask-checkout.ts';
import { openCheckoutView } from '../../toolkit/checkout-view.ts';
import type { ToolContext } from '../../toolkit/tool-context.ts';
import type { Edit } from '../../toolkit/workspace/edits/schema.ts';
import type { Checkout, Workspace } from '../../toolkit/workspace/port.ts';
import { openWorkspace } from '../../toolkit/workspace/workspace.ts';
import { use } from '../builders/tool-context.ts';
import { checkoutOf, contentsOf, ways } from '../builders/workspace.ts';

const root = join(import.meta.dirname, '../../examples/timetable');

let home: string;
let workspace: Workspace;
let base: ToolContext;
/** Graphs that were opened and are not closed. */
let open: Set<GraphStore>;
let opened: number;
/** What the next opening waits for. */
let gate: () => Promise<unknown>;

const openEditedGraph: OpenEditedGraph = async ({ base: { snapshot }, edited, from }) => {
  await gate();
  const [catalog, cacheDir] = [openEmbeddedCatalog(join(home, 'graphs')), join(home, 'facts')];
  const store = await indexEdited({ base: snapshot, edited, from, dir: home, catalog, cacheDir, workers: 1 });
  if (!store) return undefined;
  opened += 1;
  const close = store.close.bind(store);
  store.close = async () => {
    expect(open.delete(store), 'closed once').toBe(true);
    await close();
  };
  open.add(store);
  return store;
};

beforeAll(async () => {
  home = await realpath(await mkdtemp(join(tmpdir(), 'ask-checkout-')));
  workspace = await openWorkspace({ root, dir: join(home, 'run') });
  const { store } = await indexRepository({
    root: workspace.pristine,
    catalog: openEmbeddedCatalog(join(home, 'graphs')),
    cacheDir: join(home, 'facts'),
    workers: 1,
  });
  base = { ...(await openCheckoutView(store.snapshot.root)), graph: store };
});
afterAll(async () => {
  await base.graph.close();
  await rm(home, { recursive: true, force: true });
});
beforeEach(() => {
  open = new Set();
  opened = 0;
  gate = async () => undefined;
});

const ask = (checkout: Checkout): Questions => askCheckout({ checkout, base, openEditedGraph });
const textOf = (questions: Questions, name: string, input: unknown) =>
  questions.use(async (context) => (await use(context, name, input)).text);

const call = 'station.can_catch(ready, call.departure, arrived_on, trip)';
const noCall: Edit = { kind: 'replace', path: 'timetable/planner.py', old: call, new: 'ready' };
const newFunction: Edit = {
  kind: 'create',
  path: 'timetable/luggage.py',
  text: 'from .clock import format_time\n\n\ndef weigh_luggage(minutes):\n    return format_time(minutes)\n',
};
const noBoard: Edit = { kind: 'delete', path: 'timetable/board.py' };

const callersOf = (questions: Questions, name: string) =>
  textOf(questions, 'get_code_relationships', {
    full_qualified_name: name,
    relation: 'CALLS',
    direction: 'in',
  });

describe.each(ways)('questions about a checkout %s', (way) => {
  it('are answered for the edited text, and others see nothing of it', async () => {
    const before = await contentsOf(root);
    const checkout = await checkoutOf(workspace, way);
    const other = await workspace.checkout();
    const [questions, others] = [ask(checkout), ask(other)];
    expect(await callersOf(questions, 'Station.can_catch')).toContain('rides_from');
    await checkout.edit([noCall, newFunction, noBoard]);

    const callers = await callersOf(questions, 'Station.can_catch');
    expect(callers).not.toContain('rides_from');
    expect(await textOf(questions, 'find_methods_by_name', { name: 'weigh_luggage' })).toContain(
      'timetable/luggage.py',
    );
    expect(await callersOf(questions, 'format_time')).toContain('weigh_luggage');
    expect(
      await textOf(questions, 'read_file_lines', { file_path: 'timetable/planner.py', start_line: 40 }),
    ).toContain('if ready:');
    const search = { keyword: 'weigh_luggage' };
    expect(await textOf(questions, 'search_code_with_context', search)).toContain(
      'def weigh_luggage(minutes)',
    );
    expect(await textOf(questions, 'search_code_with_context', { keyword: call })).not.toContain(
      'rides_from',
    );
    expect(await textOf(questions, 'find_methods_by_name', { name: 'departure_board' })).not.toContain(
      'def ',
    );
    expect(await textOf(questions, 'explore_directory', { dir_path: 'timetable' })).toContain('luggage.py');
    expect(await textOf(questions, 'explore_directory', { dir_path: 'timetable' })).not.toContain('board.py');
    await questions.use(async ({ graph, read }) => {
      expect(await graph.inFile('timetable/board.py')).toEqual([]);
      expect(await read('timetable/board.py')).toBeUndefined();
    });

    expect(await callersOf(others, 'Station.can_catch')).toContain('rides_from');
    expect(await textOf(others, 'find_methods_by_name', { name: 'weigh_luggage' })).not.toContain(
      'luggage.py',
    );
    expect(await textOf(others, 'find_methods_by_name', { name: 'departure_board' })).toContain('def ');
    expect(await contentsOf(root)).toEqual(before);
    expect(opened).toBe(1);
    await questions.close();
    expect(open.size).toBe(0);
    await checkout.release();
  });

  it('share the graph of the base before the first edit, after the last is undone, and where none concerns it', async () => {
    const checkout = await checkoutOf(workspace, way);
    const questions = ask(checkout);
    const graph = () => questions.use(async (context) => context.graph);
    expect(await graph()).toBe(base.graph);
    await checkout.edit([
      { kind: 'create', path: 'notes.txt', text: 'a word that is nowhere else: xylem\n' },
    ]);
    expect(await graph()).toBe(base.graph);
    expect(await textOf(questions, 'find_files_containing', { keyword: 'xylem' })).toContain('notes.txt');
    await checkout.edit([noCall]);
    expect(await graph()).not.toBe(base.graph);
    await checkout.reset();
    expect(await graph()).toBe(base.graph);
    expect(await textOf(questions, 'find_files_containing', { keyword: 'xylem' })).not.toContain('notes.txt');
    expect([opened, open.size]).toEqual([1, 0]);
    await checkout.release();
  });
});

describe('questions about a checkout', () => {
  it('make no folder for it', async () => {
    const checkout = await workspace.checkout();
    let folders = 0;
    const questions = ask({
      ...checkout,
      folder: () => {
        folders += 1;
        return checkout.folder();
      },
    });
    await checkout.edit([noCall]);
    await callersOf(questions, 'Station.can_catch');
    await questions.close();
    expect(folders).toBe(0);
  });

  it('see one state whole while it is edited, and close it after the last', async () => {
    const checkout = await workspace.checkout();
    const questions = ask(checkout);
    await checkout.edit([noCall]);
    let goOn = (): void => undefined;
    const edited = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    let isAsked = (): void => undefined;
    const asked = new Promise<void>((resolve) => {
      isAsked = resolve;
    });
    const early = questions.use(async (context) => {
      isAsked();
      await edited;
      return [
        (await context.graph.byName('weigh_luggage')).length,
        await context.read('timetable/luggage.py'),
        (await context.list()).filter(({ path }) => path.endsWith('luggage.py')).length,
        (await context.graph.byName('departure_board')).length,
      ];
    });
    await asked;
    await checkout.edit([newFunction, noBoard]);
    const late = await Promise.all(
      Array.from({ length: 5 }, () =>
        questions.use(async ({ graph }) => (await graph.byName('weigh_luggage')).length),
      ),
    );
    expect(late).toEqual([1, 1, 1, 1, 1]);
    expect(opened).toBe(2);
    expect(open.size).toBe(2);
    goOn();
    expect(await early).toEqual([0, undefined, 0, 1]);
    expect(open.size).toBe(1);
    await questions.close();
    expect(open.size).toBe(0);
  });

  it('are asked of the newest text, even where it was edited while a graph was made', async () => {
    const checkout = await workspace.checkout();
    const questions = ask(checkout);
    let goOn = (): void => undefined;
    const later = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    await checkout.edit([noCall]);
    const begun = new Promise<void>((resolve) => {
      gate = () => {
        resolve();
        return later;
      };
    });
    const first = callersOf(questions, 'Station.can_catch');
    await begun;
    gate = async () => undefined;
    await checkout.edit([newFunction]);
    const second = textOf(questions, 'find_methods_by_name', { name: 'weigh_luggage' });
    goOn();
    expect(await first).not.toContain('rides_from');
    expect(await second).toContain('timetable/luggage.py');
    await questions.close();
  });

  it('are asked again after a graph could not be made', async () => {
    const checkout = await workspace.checkout();
    const questions = ask(checkout);
    await checkout.edit([noCall]);
    gate = () => Promise.reject(new Error('full'));
    await expect(callersOf(questions, 'Station.can_catch')).rejects.toThrow('full');
    gate = async () => undefined;
    expect(await callersOf(questions, 'Station.can_catch')).not.toContain('rides_from');
    await questions.close();
    expect(open.size).toBe(0);
  });

  it('see what a command made of an edited file, and not its scratch', async () => {
    const checkout = await workspace.checkout();
    const questions = ask(checkout);
    const folder = await checkout.folder();
    await checkout.edit([newFunction]);
    const text = await readFile(join(folder, newFunction.path), 'utf8');
    await writeFile(join(folder, newFunction.path), text.replace('weigh_luggage', 'weigh_bags'));
    await writeFile(join(folder, 'scratch.py'), 'def scratched(): pass\n');
    expect(await textOf(questions, 'find_methods_by_name', { name: 'weigh_bags' })).toContain('luggage.py');
    expect(await questions.use(({ graph }) => graph.byName('scratched'))).toEqual([]);
    await questions.close();
    await checkout.release();
  });
});
