import { describe, expect, it } from 'vitest';
import { isWithin, parseName } from '../../../toolkit/lookup/asked-name.ts';

describe('parseName', () => {
  it.each([
    ['run', undefined, 'run'],
    ['A.run()', undefined, 'A.run'],
    ['pkg.mod.A.run(x, y=(1, 2))', undefined, 'pkg.mod.A.run'],
    ['pkg/mod.py:A.run', 'pkg/mod.py', 'A.run'],
    ['./pkg/mod.py::A::run', 'pkg/mod.py', 'A.run'],
    ['pkg.mod:run', undefined, 'pkg.mod.run'],
    ['pkg/mod.py:A.run@2', 'pkg/mod.py', 'A.run'],
    ['f.<locals>.g', undefined, 'f.g'],
    ['  async def run(self):', undefined, 'run'],
    ['class A(Base):', undefined, 'A'],
    ['@decorated', undefined, 'decorated'],
    ['`A.run`', undefined, 'A.run'],
    ['größe', undefined, 'größe'],
    ['two words', undefined, ''],
    ['a-b', undefined, ''],
  ])('%s', (written, path, name) => {
    const asked = parseName(written);
    expect([asked.path, asked.parts.join('.')]).toEqual([path, name]);
  });
});

describe('isWithin', () => {
  it('knows re-exports from other names', () => {
    expect(isWithin('flask.app.Flask', ['flask', 'Flask'])).toBe(true);
    expect(isWithin('flask.app.Flask', ['Flask', 'flask'])).toBe(false);
    expect(isWithin('flask.app.Flask', ['other', 'Flask'])).toBe(false);
  });
});
