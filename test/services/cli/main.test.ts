import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cli } from '../../builders/run-cli.ts';

const commands = [['repair'], ['locate'], ['index'], ['graph', 'export'], ['runs'], ['serve'], ['demo']];

describe('help', () => {
  it('is shown on demand, on stdout', async () => {
    const { exitCode, stdout, stderr } = await cli(['--help']);
    expect([exitCode, stderr]).toEqual([0, '']);
    for (const [name = ''] of commands) expect(stdout).toContain(`  ${name} `);
    expect(stdout).toContain('Exit codes:');
  });

  it.each(commands.map((words) => [words]))('of %j has examples', async (words) => {
    const { exitCode, stdout } = await cli([...words, '--help']);
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/Examples:\n {2}mendgraph /);
  });

  it('gives the version', async () => {
    expect(await cli(['--version'])).toMatchObject({
      exitCode: 0,
      stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/),
    });
  });
});

describe('wrong usage', () => {
  it.each([
    ['no command', [], 'Usage: mendgraph'],
    ['an unknown command', ['repare'], 'Did you mean repair?'],
    ['an unknown option', ['index', '.', '--jsno'], 'Did you mean --json?'],
    ['a missing argument', ['index'], "missing required argument 'repo'"],
    ['a missing option', ['locate', '--repo', '.'], '--issue <file>'],
    ['another format', ['graph', 'export', '.', '--format', 'xml'], 'Allowed choices are jsonl, pycg'],
  ])('%s: exit 2, told on stderr', async (_what, argv, message) => {
    const { exitCode, stdout, stderr } = await cli(argv);
    expect([exitCode, stdout]).toEqual([2, '']);
    expect(stderr).toContain(message);
  });

  it('is one document with --json', async () => {
    const { exitCode, stdout } = await cli(['index', '--json']);
    expect(exitCode).toBe(2);
    expect(JSON.parse(stdout)).toEqual({
      error: { code: 'USAGE', message: "missing required argument 'repo'", hint: 'see: mendgraph help' },
    });
  });
});

describe('bad input', () => {
  let home: string;
  beforeAll(async () => {
    home = await mkdtemp(join(tmpdir(), 'cli-'));
    await writeFile(join(home, 'empty.md'), ' \n');
    await writeFile(join(home, 'large.md'), 'x'.repeat(1_100_000));
    await writeFile(join(home, 'issue.md'), '# It breaks\n');
  });
  afterAll(() => rm(home, { recursive: true, force: true }));

  it.each([
    ['no such folder', ['index', 'nowhere'], 1],
    ['an empty folder', ['index', '.'], 1],
    ['a file for a folder', ['index', 'issue.md'], 1],
    ['no such issue', ['locate', '--repo', '.', '--issue', 'nowhere.md'], 1],
    ['a folder for an issue', ['locate', '--repo', '.', '--issue', '.'], 2],
    ['an empty issue', ['locate', '--repo', '.', '--issue', 'empty.md'], 1],
    ['an issue over a megabyte', ['locate', '--repo', '.', '--issue', 'large.md'], 1],
    ['an empty issue on stdin', ['locate', '--repo', '.', '--issue', '-'], 1],
  ])('%s: says what is wrong and what to do', async (_what, argv, expected) => {
    const plain = await cli(argv, { cwd: home });
    expect([plain.exitCode, plain.stdout]).toEqual([expected, '']);
    expect(plain.stderr).toMatch(/^mendgraph: .+\n {2}hint: .+\n$/);
    const json = await cli([...argv, '--json'], { cwd: home });
    expect(json.exitCode).toBe(expected);
    const { error } = JSON.parse(json.stdout);
    expect(plain.stderr).toBe(`mendgraph: ${error.message}\n  hint: ${error.hint}\n`);
  });

  it('shows where an error came from with --verbose', async () => {
    const { stderr } = await cli(['index', 'nowhere', '--verbose'], { cwd: home });
    expect(stderr).toMatch(/MendError: .*\n\s+at /);
  });

  it('ends when it is asked to', async () => {
    const { exitCode } = await cli(['index', '.'], { cwd: process.cwd(), signal: AbortSignal.abort() });
    expect(exitCode).toBe(1);
  });
});
