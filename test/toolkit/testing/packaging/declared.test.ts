import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { declaredRequirements, requirementName } from '../../../../toolkit/testing/packaging/declared.ts';
import { findPackaging } from '../../../../toolkit/testing/packaging/package-manager.ts';
import { projectName } from '../../../../toolkit/testing/packaging/project-name.ts';
import { testImports } from '../../../../toolkit/testing/packaging/test-imports.ts';
import { planTests } from '../../../../toolkit/testing/plan.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'mendgraph-declared-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

const short = async () =>
  (await declaredRequirements(root)).map(({ requirement, purpose, from }) => [requirement, purpose, from]);

describe('declaredRequirements', () => {
  it('reads pyproject.toml as standards, poetry and pdm have it', async () => {
    write(
      'pyproject.toml',
      `[project]
name = "Shop"
dependencies = ["attrs>=20", "tomli; python_version < '3.11'"]
[project.optional-dependencies]
test = ["pytest>=7"]
docs = ["sphinx"]
[dependency-groups]
dev = ["hypothesis", {include-group = "lint"}]
[tool.poetry.dependencies]
python = "^3.8"
requests = "^2.1"
click = {version = "8.1", optional = true}
[tool.poetry.group.test.dependencies]
freezegun = {version = "~1.0", markers = "os_name == 'posix'"}
`,
    );
    expect(await short()).toEqual([
      ['attrs>=20', 'project', 'pyproject.toml [project]'],
      ["tomli; python_version < '3.11'", 'project', 'pyproject.toml [project]'],
      ['requests>=2.1', 'project', 'pyproject.toml [tool.poetry]'],
      ['pytest>=7', 'tests', 'pyproject.toml [project.optional-dependencies], test'],
      ['hypothesis', 'tests', 'pyproject.toml [dependency-groups], dev'],
      ["freezegun>=1.0; os_name == 'posix'", 'tests', 'pyproject.toml [tool.poetry.group.test]'],
    ]);
    expect(await projectName(root)).toBe('Shop');
  });

  it('reads setup.cfg, setup.py without running it, tox.ini and requirements with what they include', async () => {
    write(
      'setup.cfg',
      '[metadata]\nname = shop\n[options]\ninstall_requires =\n    asgiref >= 3.3.2, < 4\n    pytz # zones\n',
    );
    write(
      'setup.py',
      'install_requires = [\n  "mpmath>=0.19",  # "not this"\n  computed(),\n]\nopen("ran", "w")\n',
    );
    write(
      'requirements.txt',
      '-r requirements/more.txt\nflask==2.0 \\\n  --hash=sha256:abc\n-e .\nhttps://x/y.zip\n# no\n',
    );
    write('requirements/more.txt', 'jinja2\n-r ../requirements.txt\n-r ../../outside.txt\n');
    write(
      'tox.ini',
      '[testenv]\ndeps =\n    pytest\n    py38: mock>=4\n    -rrequirements.txt\n    {env:X}\n',
    );
    expect(await short()).toEqual([
      ['asgiref >= 3.3.2, < 4', 'project', 'setup.cfg [options]'],
      ['pytz', 'project', 'setup.cfg [options]'],
      ['mpmath>=0.19', 'project', 'setup.py'],
      ['flask==2.0', 'project', 'requirements.txt'],
      ['jinja2', 'project', 'requirements/more.txt'],
      ['pytest', 'tests', 'tox.ini [testenv]'],
      ['mock>=4', 'tests', 'tox.ini [testenv]'],
    ]);
    expect(await projectName(root)).toBe('shop');
  });

  it('reads no file that a link leads out to, and bounds what it reads', async () => {
    symlinkSync('/etc/hostname', join(root, 'requirements.txt'));
    write('setup.py', `install_requires = [${'"a", '.repeat(100_000)}`);
    write('requirements-dev.txt', Array.from({ length: 2_000 }, (_, n) => `p${n}`).join('\n'));
    const found = await short();
    expect(found.length).toBe(500);
    expect(found[0]).toEqual(['a', 'project', 'setup.py']);
  });

  it.each([
    ['Foo.Bar_baz[x] >= 1', 'foo-bar-baz'],
    ['a', 'a'],
    ['a;x', 'a'],
    ['a ; x', 'a'],
    ['a~=1', 'a'],
    ['a @ https://x', 'a'],
    ['./here', null],
    ['git+https://x', null],
  ])('%s is %s', (text, name) => expect(requirementName(text)).toBe(name));
});

describe('files made to be slow to read', () => {
  it.each([
    ['setup.py', `install_requires = ["${'\\\\"'.repeat(400_000)}`],
    ['setup.py', 'install_requires=['.repeat(50_000)],
    ['setup.cfg', `[options]\ninstall_requires =${'\n a'.repeat(200_000)}`],
    ['pyproject.toml', `[project]\ndependencies = [${'"a",'.repeat(200_000)}`],
    ['tests/test_a.py', `from ${'a'.repeat(900_000)}`],
    ['noxfile.py', 'session.run("a",'.repeat(60_000)],
    ['tox.ini', `[testenv]\ncommands =${'\n pytest a/b.py'.repeat(60_000)}`],
  ])('%s: %.30s', async (path, text) => {
    write(path, text);
    const started = performance.now();
    await declaredRequirements(root);
    await testImports(root, ['tests/test_a.py']);
    const probe = { python: '/p', version: '3.11.1', pytest: '8', because: '' };
    await planTests({ root, probe });
    expect(performance.now() - started).toBeLessThan(5_000);
  });
});

describe('findPackaging', () => {
  it.each([
    ['uv', ['uv.lock', 'pyproject.toml', 'requirements.txt'], 'uv.lock is there', 'uv sync --all-extras'],
    ['poetry', ['poetry.lock'], 'poetry.lock is there', 'poetry install'],
    ['pdm', ['pdm.lock'], 'pdm.lock is there', 'pdm install'],
    ['pipenv', ['Pipfile'], 'Pipfile is there', 'pipenv install --dev'],
    ['pip', ['requirements.txt', 'setup.py'], 'requirements.txt is there', 'pip install -r requirements.txt'],
    [
      'conda',
      ['environment.yml', 'setup.py'],
      'environment.yml is there',
      'conda env update -f environment.yml',
    ],
    ['setuptools', ['setup.py', 'pyproject.toml'], 'setup.py is there', 'pip install -e .'],
    ['pip', ['pyproject.toml'], 'pyproject.toml is there', 'pip install -e .'],
    ['none', [], 'no file says what it needs', null],
  ])('%s by %j', async (manager, paths, because, install) => {
    for (const path of paths) write(path, '');
    expect(await findPackaging(root)).toMatchObject({ manager, because, install });
  });

  it('knows a manager by its part of pyproject.toml, and tells locks from the rest', async () => {
    write('pyproject.toml', '[tool.hatch.envs.default]\ndependencies = ["pytest"]\n');
    expect(await findPackaging(root)).toMatchObject({ manager: 'hatch' });
    write('poetry.lock', '');
    expect((await findPackaging(root)).files).toEqual([
      { path: 'poetry.lock', kind: 'lock' },
      { path: 'pyproject.toml', kind: 'manifest' },
    ]);
  });
});

describe('testImports', () => {
  it('has what is imported at the margin, most used first', async () => {
    write('tests/test_a.py', 'import os, numpy.linalg as la\nfrom shop.cart import x\nfrom . import y\n');
    write(
      'tests/test_b.py',
      'try:\n    import guarded\nexcept ImportError:\n    pass\nfrom numpy import z\n',
    );
    write('tests/conftest.py', 'import plugin\n');
    expect(await testImports(root, ['tests/test_a.py', 'tests/test_b.py'])).toEqual([
      { module: 'numpy', file: 'tests/test_a.py', files: 2 },
      { module: 'os', file: 'tests/test_a.py', files: 1 },
      { module: 'plugin', file: 'tests/conftest.py', files: 1 },
      { module: 'shop', file: 'tests/test_a.py', files: 1 },
    ]);
  });
});
