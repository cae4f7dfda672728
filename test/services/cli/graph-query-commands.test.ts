import { describe, expect, it } from 'vitest';
import { cli } from '../../builders/run-cli.ts';

const repo = ['--repo', 'examples/timetable'];
const ask = (...argv: readonly string[]) => cli(['graph', ...argv, ...repo]);
const askJson = async (...argv: readonly string[]) => {
  const { exitCode, stdout } = await ask(...argv, '--json');
  return { exitCode, document: JSON.parse(stdout) };
};

describe('graph find', () => {
  it.each([
    'can_catch',
    'can_catch()',
    'Station.can_catch',
    'timetable.stations.Station.can_catch',
    'timetable/stations.py:Station.can_catch',
  ])('takes %s', async (name) => {
    const { exitCode, stdout } = await ask('find', name);
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(
      /^method timetable\.stations\.Station\.can_catch \(timetable\/stations\.py:\d+-\d+\)\n/,
    );
  });

  it('says what is near a name that is not there, and exits with 4', async () => {
    const { exitCode, stdout } = await ask('find', 'Station.can_cach');
    expect(exitCode).toBe(4);
    expect(stdout).toContain('There is no name "Station.can_cach"');
    expect(stdout).toContain('  method timetable.stations.Station.can_catch (');
    const { document } = await askJson('find', 'Station.can_cach');
    expect(document).toMatchObject({ found: false, nearest: [{ qualified_name: /can_catch/ }] });
  });

  it('cuts at the limit and counts all', async () => {
    const { document } = await askJson('find', '__init__', '--limit', '1');
    expect(document.entities.items).toHaveLength(1);
    expect(document.entities.total).toBeGreaterThan(1);
    expect((await ask('find', '__init__', '--limit', '1')).stdout).toContain(
      `… ${document.entities.total - 1} more; --limit ${document.entities.total} shows all`,
    );
  });
});

describe('graph show', () => {
  it('gives signature, place and relations both ways', async () => {
    const { stdout } = await ask('show', 'Station.can_catch');
    expect(stdout).toContain('method timetable.stations.Station.can_catch');
    expect(stdout).toContain('  def can_catch(self');
    expect(stdout).toMatch(/→ BELONGS_TO \(1\)\n {6}class timetable\.stations\.Station /);
    expect(stdout).toMatch(/← CALLS \(\d+\)/);
  });
});

describe('graph callers', () => {
  it('names who calls, where, and how sure that is', async () => {
    const { document } = await askJson('callers', 'Station.can_catch');
    const [{ of, direct }] = document.callers;
    expect(of.qualified_name).toBe('timetable.stations.Station.can_catch');
    expect(direct.total).toBeGreaterThan(0);
    expect(direct.items[0]).toMatchObject({ confidence: 'inferred', sites: [{ line: expect.any(Number) }] });
  });

  it('goes on to callers of callers', async () => {
    const near = (await askJson('callers', 'Station.can_catch')).document.callers[0];
    const far = (await askJson('callers', 'Station.can_catch', '--depth', '9')).document.callers[0];
    expect(near).not.toHaveProperty('indirect');
    expect(far.direct).toEqual(near.direct);
    expect(far.indirect.total).toBeGreaterThan(0);
    const direct = new Set(near.direct.items.map(({ entity }: { entity: { id: string } }) => entity.id));
    for (const { id } of far.indirect.items) expect(direct).not.toContain(id);
  });
});

describe('graph path', () => {
  it('gives the steps and what each is', async () => {
    const { exitCode, document } = await askJson('path', 'timetable/planner.py:plan', 'Station.can_catch');
    expect(exitCode).toBe(0);
    expect(document.steps.at(0)).toMatchObject({
      by: null,
      entity: { qualified_name: 'timetable.planner.plan' },
    });
    expect(document.steps.at(-1).entity.qualified_name).toBe('timetable.stations.Station.can_catch');
    for (const { by } of document.steps.slice(1)) expect(by).not.toBeNull();
  });

  it('exits with 4 where no way leads, and where an end is unknown', async () => {
    const none = await ask('path', 'Station.can_catch', 'timetable/planner.py:plan', '--kinds', 'INHERITS');
    expect(none.exitCode).toBe(4);
    expect(none.stdout).toMatch(/^no way leads from method timetable\.stations/);
    const unknown = await ask('path', 'nowhere_at_all', 'Station');
    expect(unknown.exitCode).toBe(4);
    expect(unknown.stdout).toContain('There is no name "nowhere_at_all"');
  });
});

describe('graph stats', () => {
  it('counts as the index does', async () => {
    const stats = JSON.parse((await cli(['graph', 'stats', 'examples/timetable', '--json'])).stdout);
    const index = JSON.parse((await cli(['index', 'examples/timetable', '--json'])).stdout);
    expect({ ...stats, seconds: 0, rssMb: 0 }).toEqual({ ...index, seconds: 0, rssMb: 0 });
  });
});

it.each([
  { argv: ['callers', 'x', '--depth', '0'], says: 'whole number from 1' },
  { argv: ['callers', 'x', '--limit', '-3'], says: 'whole number from 1' },
  { argv: ['path', 'a', 'b', '--kinds', 'CALL'], says: 'none of BELONGS_TO' },
  { argv: ['find'], says: 'missing required argument' },
])('graph $argv is wrong usage', async ({ argv, says }) => {
  const { exitCode, stderr } = await ask(...argv);
  expect(exitCode).toBe(2);
  expect(stderr).toContain(says);
});
