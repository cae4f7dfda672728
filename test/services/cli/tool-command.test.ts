import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { registry, shellTool } from '../../../toolkit/registry.ts';
import { cli } from '../../builders/run-cli.ts';
import { lacksBubblewrap } from '../../support/requires.ts';

const example = 'examples/timetable';

describe('the tool commands', () => {
  it('list every tool with what it is for', async () => {
    const { exitCode, stdout } = await cli(['tools']);
    expect(exitCode).toBe(0);
    for (const { name, description } of registry) expect(stdout).toContain(`${name}\n  ${description}`);
    expect(stdout).toContain(`Runs commands; the others only read:\n${shellTool.name}\n`);
  });

  const shell = (command: string, ...more: readonly string[]) =>
    cli(['tool', shellTool.name, '--repo', example, '--json', JSON.stringify({ command }), ...more]);

  it.skipIf(lacksBubblewrap())('run a command on a copy that is gone afterwards', async () => {
    const { exitCode, stdout } = await shell('echo > made; ls; exit 3');
    expect(exitCode).toBe(0);
    expect(stdout).toContain('ended with exit code 3');
    expect(stdout).toMatch(/in the bubblewrap sandbox[\s\S]*\nmade\n/);
    expect(existsSync(`${example}/made`)).toBe(false);
  });

  it('run a command without isolation where that is asked for', async () => {
    const { stdout } = await shell('ls; exit 4', '--sandbox', 'process', '--raw');
    expect(JSON.parse(stdout)).toMatchObject({
      exit_code: 4,
      sandbox: { kind: 'process', because: expect.stringContaining('asked for by name') },
    });
  });

  it('refuse a command with the rule that it breaks', async () => {
    const { exitCode, stdout } = await shell('sudo id', '--sandbox', 'process');
    expect(exitCode).toBe(0);
    expect(stdout).toContain('Not run (rule "privileges")');
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
