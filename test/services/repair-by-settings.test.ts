import { cp, mkdir, mkdtemp, readFile, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { cli } from '../builders/run-cli.ts';

const repositories = join(import.meta.dirname, '../fixtures/repos');

/** Runs unittest and writes a report, as a project of its own might. */
const check = `import unittest
from xml.sax.saxutils import quoteattr

class Result(unittest.TestResult):
    def startTest(self, test):
        super().startTest(test)
        self.ran = getattr(self, "ran", []) + [test]

result = Result()
unittest.defaultTestLoader.discover(".").run(result)
bad = dict(result.failures + result.errors)
with open("report.xml", "w") as file:
    file.write("<testsuite>")
    for test in result.ran:
        module, name, method = test.id().rsplit(".", 2)
        text = "<failure message=%s/>" % quoteattr(bad[test][:500]) if test in bad else ""
        file.write('<testcase classname="%s.%s" name="%s">%s</testcase>' % (module, name, method, text))
    file.write("</testsuite>")
raise SystemExit(bool(bad))
`;

describe('a repair that goes by mendgraph.yaml', () => {
  let base: string;
  let root: string;
  beforeAll(async () => {
    base = await realpath(await mkdtemp(join(tmpdir(), 'mendgraph-by-settings-')));
    vi.stubEnv('MENDGRAPH_HOME', join(base, 'home'));
  });
  afterEach(() => rm(root, { recursive: true, force: true }));
  afterAll(async () => {
    vi.unstubAllEnvs();
    await rm(base, { recursive: true, force: true });
  });

  const write = (path: string, text: string) => writeFile(join(root, path), text);
  const copy = async (name: string) => {
    root = await mkdtemp(join(base, 'project-'));
    await cp(join(repositories, name), root, { recursive: true });
  };
  const repair = async (issue: string, ...more: readonly string[]) => {
    await write('issue.md', issue);
    const flags = ['--issue', join(root, 'issue.md'), '--sandbox', 'process', '--max-time', '120', '--json'];
    const { exitCode, stdout } = await cli(['repair', '--repo', root, ...flags, ...more]);
    return { exitCode, ...JSON.parse(stdout) };
  };
  const clampIssue =
    '# clamp() gives the lower bound for values above it\n\n`clamp(10, 3, 9)` gives 3, not 9.\n';
  const clamp = async () => {
    await copy('repair-clamp');
    await write('check.py', check);
  };

  it('proves a patch by the report of a command of its own', async () => {
    await clamp();
    await write('mendgraph.yaml', 'test: python3 check.py\njunit: report.xml\n');
    expect(await repair(clampIssue)).toMatchObject({ exitCode: 0, outcome: 'validated' });
    expect(await readFile(join(root, 'toy/clamp.py'), 'utf8')).toContain('value > low');
  });

  it('takes the settings of --config first, and says when they are wrong before it starts', async () => {
    await clamp();
    await write('mendgraph.yaml', 'test: "false"\n');
    const config = join(base, 'given.yaml');
    await writeFile(config, 'test: python3 check.py\njunit: report.xml\n');
    expect(await repair(clampIssue, '--config', config)).toMatchObject({ exitCode: 0 });
    await writeFile(config, 'tests: pytest\n');
    expect(await repair(clampIssue, '--config', config)).toMatchObject({
      exitCode: 1,
      error: { code: 'CONFIG_INVALID', hint: 'did you mean test?' },
    });
  });

  it("proves a patch by Django's runner", async () => {
    await copy('testing-django');
    await rm(join(root, 'tests/broken'), { recursive: true });
    await mkdir(join(root, 'tests/bounds'));
    await write('tests/bounds/__init__.py', '');
    await cp(join(repositories, 'repair-clamp/toy/clamp.py'), join(root, 'django/clamp.py'));
    const tests = await readFile(join(repositories, 'repair-clamp/tests/test_clamp.py'), 'utf8');
    await write('tests/bounds/tests.py', tests.replace('toy.clamp', 'django.clamp'));
    await write('mendgraph.yaml', 'except: [shapes.tests.AreaTests.test_endless]\n');
    const told = await repair(clampIssue);
    expect(told).toMatchObject({ exitCode: 0, outcome: 'validated' });
    expect(JSON.stringify(told)).toContain('bounds.tests.ClampTest.test_above');
  });

  it("proves a patch by sympy's runner", async () => {
    await copy('testing-sympy');
    await rename(
      join(root, 'sympy/core/tests/test_broken.py'),
      join(root, 'sympy/core/tests/test_bounds.py'),
    );
    await cp(join(repositories, 'repair-clamp/toy/clamp.py'), join(root, 'sympy/core/clamp.py'));
    const cases = ['1, 3, 9) == 3', '10, 3, 9) == 9', '3, 3, 9) == 3'];
    const functions = cases.map((text, n) => `\n\ndef test_${n}():\n    assert clamp(${text}\n`);
    await write(
      'sympy/core/tests/test_bounds.py',
      `from sympy.core.clamp import clamp\n${functions.join('')}`,
    );
    await write('mendgraph.yaml', 'except: ["sympy/core/tests/test_add.py:test_endless"]\n');
    const told = await repair(clampIssue);
    expect(told).toMatchObject({ exitCode: 0, outcome: 'validated' });
    expect(JSON.stringify(told)).toContain('sympy/core/tests/test_bounds.py:test_1');
  });
});
