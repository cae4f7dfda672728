import { describe, expect, it } from 'vitest';
import { registry } from '../../../toolkit/registry.ts';
import { cli } from '../../builders/run-cli.ts';

const example = 'examples/timetable';

describe('the tool commands', () => {
  it('list every tool with what it is for', async () => {
    const { exitCode, stdout } = await cli(['tools']);
    expect(exitCode).toBe(0);
    for (const { name, description } of registry) expect(stdout).toContain(`${name}\n  ${description}`);
  });

  it('answer as text, and typed with --raw', async () => {
    const input = JSON.stringify({ name: 'can_catch' });
    const asked = ['tool', 'find_methods_by_name', '--repo', example, '--json', input];
    expect((await cli(asked)).stdout).toContain('timetable/stations.py');
    const typed = await cli([...asked, '--raw']);
    expect(JSON.stringify(JSON.parse(typed.stdout))).toContain('timetable.stations.Station.can_catch');
  });

  it.each([
    {
      why: 'an unknown tool',
      argv: ['tool', 'find_method', '--repo', example],
      says: 'find_methods_by_name',
    },
    {
      why: 'a missing parameter',
      argv: ['tool', 'find_methods_by_name', '--repo', example],
      says: 'name: missing',
    },
    {
      why: 'no JSON',
      argv: ['tool', 'find_methods_by_name', '--repo', example, '--json', '{'],
      says: 'is not JSON',
    },
  ])('explain $why', async ({ argv, says }) => {
    const { exitCode, stderr } = await cli(argv);
    expect(exitCode).toBe(1);
    expect(stderr).toContain(says);
  });
});
