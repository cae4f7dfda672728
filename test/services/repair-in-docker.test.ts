import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { env } from 'node:process';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { cli } from '../builders/run-cli.ts';
import { installStandIn, testImage } from '../support/docker/engine.ts';
import { lacksBubblewrap } from '../support/requires.ts';

const { PATH = '' } = env;

describe.skipIf(lacksBubblewrap())('a repair whose tests run in containers', () => {
  let base: string;
  beforeAll(() => {
    base = realpathSync(mkdtempSync(join(tmpdir(), 'mendgraph-docker-')));
    installStandIn(base);
    vi.stubEnv('PATH', `${base}:${PATH}`);
    vi.stubEnv('MENDGRAPH_HOME', join(base, 'home'));
  });
  afterAll(() => {
    vi.unstubAllEnvs();
    rmSync(base, { recursive: true, force: true });
  });
  const example = ['--repo', 'examples/timetable', '--sandbox', `docker:${testImage}`];

  it('is validated by the interpreter of the image', async () => {
    const issue = ['--issue', 'examples/timetable/issue.md'];
    const { exitCode, stdout } = await cli(['repair', ...example, ...issue, '--json']);
    expect(JSON.parse(stdout)).toMatchObject({ outcome: 'validated' });
    expect(exitCode).toBe(0);
  }, 60_000);

  it('has a shell there', async () => {
    const input = JSON.stringify({ command: 'command -v python3; pwd' });
    const { stdout } = await cli([
      'tool',
      'execute_shell_command_with_validation',
      ...example,
      '--json',
      input,
      '--raw',
    ]);
    const answer = JSON.parse(stdout);
    expect(answer).toMatchObject({ ran: true, exit_code: 0, sandbox: { kind: 'docker' } });
    expect(answer.stdout).toMatch(/^\/usr\/(local\/)?bin\/python3\n/);
  }, 60_000);
});
