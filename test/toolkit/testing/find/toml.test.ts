import { describe, expect, it } from 'vitest';
import { readToml, tomlAt, tomlTable, tomlTexts } from '../../../../toolkit/testing/find/toml.ts';

describe('readToml', () => {
  it('reads what project files have', () => {
    const read = readToml(`# a comment
title = "a \\"b\\" \\u00e9" # another
[project]
name = 'shop'
dependencies = [
  "requests>=2",  # why
  'attrs; python_version < "3.8"',
]
[project.optional-dependencies]
test = ["pytest"]
[tool.poetry.group."dev x".dependencies]
black = { version = "^22", optional = true, extras = ["d"] }
mypy.version = "1"
[tool.tox]
legacy_tox_ini = """
[testenv]
commands = pytest \\
   tests
"""
count = 1_000
on = true
day = 2024-01-01
[[tool.mypy.overrides]]
module = "a"
`);
    expect(read).toMatchObject({
      title: 'a "b" é',
      project: { name: 'shop', 'optional-dependencies': { test: ['pytest'] } },
      tool: {
        poetry: {
          group: { 'dev x': { dependencies: { black: { extras: ['d'] }, mypy: { version: '1' } } } },
        },
        tox: {
          legacy_tox_ini: '[testenv]\ncommands = pytest tests\n',
          count: 1000,
          on: true,
          day: '2024-01-01',
        },
      },
    });
    expect(tomlTexts(read, 'project', 'dependencies')).toEqual([
      'requests>=2',
      'attrs; python_version < "3.8"',
    ]);
    expect(tomlAt(read, 'project', 'name', 'x')).toBeUndefined();
    expect(tomlTable(read, 'title')).toEqual({});
  });

  it('goes on at the next table after what it can not read', () => {
    const read = readToml('[a]\nx = = 1\ny = 2\n[b]\nz = 3\n[c]\nw = "open\n');
    expect(read).toMatchObject({ b: { z: 3 } });
  });

  it.each([
    ['brackets', `a = ${'['.repeat(100_000)}`],
    ['tables', `a = ${'{b='.repeat(100_000)}`],
    ['names', `[${'a.'.repeat(100_000)}a]`],
    ['quotes', `a = ${'"""'.repeat(100_001)}`],
    ['__proto__', '[__proto__]\npolluted = true\n__proto__ = 1'],
  ])('is not harmed by %s', (_, text) => {
    const started = performance.now();
    readToml(text);
    expect(performance.now() - started).toBeLessThan(2_000);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });
});
