import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lacksBubblewrap } from './support/requires.ts';
import { shellCommands } from './support/shell-commands.ts';

const run = promisify(execFile);

const commands = readdirSync('docs/manual').flatMap((page) =>
  shellCommands(readFileSync(join('docs/manual', page), 'utf8')).map((command) => ({ page, command })),
);

describe('the manual', () => {
  let home: string;
  beforeAll(() => {
    home = mkdtempSync(join(tmpdir(), 'manual-'));
  });
  afterAll(() => rmSync(home, { recursive: true, force: true }));

  it('has commands', () => {
    expect(commands.length).toBeGreaterThan(5);
  });

  it.each(commands)(
    '$page: $command',
    async ({ command }) => {
      const option =
        /execute_shell|mendgraph probe/.test(command) && lacksBubblewrap() ? ' --sandbox process' : '';
      const script = `export MENDGRAPH_HOME=${home}/home; ${command.replaceAll('/tmp/', `${home}/`)}${option}`;
      const { stdout } = await run('bash', ['-c', script]);
      const written = /> \/tmp\/(\S+)/.exec(command)?.[1];
      const told = written ? readFileSync(join(home, written), 'utf8') : stdout;
      expect(told.length).toBeGreaterThan(20);
      if (/--json$/.test(command)) expect(JSON.parse(told)).toBeTypeOf('object');
    },
    60_000,
  );
});
