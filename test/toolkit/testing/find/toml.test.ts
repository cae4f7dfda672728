import { describe, expect, it } from 'vitest';
import { readToml, tomlAt, tomlTable, tomlTexts } from '../../../../toolkit/testing/find/toml.ts';

describe('readToml', () => {
  it('reads values at paths of tables', () => {
    const read = readToml(`day = 2024-01-01
[project]
name = "shop"
dependencies = ["requests>=2", 'attrs; python_version < "3.8"', 3]
[tool.poetry.group."dev x".dependencies]
black = { version = "^22" }
`);
    expect(tomlTexts(read, 'project', 'dependencies')).toEqual([
      'requests>=2',
      'attrs; python_version < "3.8"',
    ]);
    expect(tomlAt(read, 'project', 'name')).toBe('shop');
    expect(tomlAt(read, 'tool', 'poetry', 'group', 'dev x', 'dependencies', 'black', 'version')).toBe('^22');
    expect(tomlAt(read, 'project', 'name', 'x')).toBeUndefined();
    expect(tomlAt(read, 'toString')).toBeUndefined();
    for (const path of ['day', 'name', 'project.dependencies'])
      expect(tomlTable(read, ...path.split('.'))).toEqual({});
  });

  it.each([
    ['an error', '[a]\nx = = 1\n'],
    ['brackets', `a = ${'['.repeat(100_000)}`],
    ['tables', `a = ${'{b='.repeat(100_000)}`],
    ['names', `[${'a.'.repeat(100_000)}=`],
    ['quotes', `a = ${'"""'.repeat(100_001)}`],
  ])('gives nothing for %s', (_, text) => {
    const started = performance.now();
    expect(readToml(text)).toEqual({});
    expect(performance.now() - started).toBeLessThan(2_000);
  });

  it('keeps what is called as objects are built to itself', () => {
    readToml('[__proto__]\npolluted = true\n');
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });
});
