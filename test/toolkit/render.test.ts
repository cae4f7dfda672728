import { describe, expect, it } from 'vitest';
import { leastTokens, render } from '../../toolkit/render.ts';
import { tokensOf } from '../../toolkit/tokens.ts';

const list = (count: number, total = count, offset = 0) => ({
  lead: 'Found:',
  entries: Array.from({ length: count }, (_, index) => ({
    text: `entry ${offset + index + 1} ${'.'.repeat(80)}`,
  })),
  offset,
  total,
  unit: 'things',
});

describe('render', () => {
  it('says nothing of cuts where there are none', () => {
    expect(render({ ...list(1), entries: [{ text: 'one' }] })).toBe('Found:\none');
  });
  it('cuts between entries, and says how to go on', () => {
    const text = render(list(500), 1000);
    expect(tokensOf(text)).toBeLessThanOrEqual(1000);
    const shown = text.split('\n').filter((line) => line.startsWith('entry')).length;
    expect(shown).toBeGreaterThan(10);
    expect(text).toMatch(new RegExp(`Shown: 1 to ${shown} of 500 things\\. For more: offset=${shown}\\.$`));
    for (const line of text.split('\n').slice(1, -1)) expect(line).toMatch(/^entry \d+ \.{80}$/);
  });
  it('reaches every entry by going on', () => {
    const seen = new Set<string>();
    for (let offset = 0; offset < 100; ) {
      const text = render(list(100 - offset, 100, offset), 700);
      for (const [entry] of text.matchAll(/entry \d+/g)) seen.add(entry);
      const [, next] = /offset=(\d+)/.exec(text) ?? [];
      if (next === undefined) break;
      offset = Number(next);
    }
    expect(seen.size).toBe(100);
  });
  it('knows of entries that were left out before it came', () => {
    expect(render(list(2, 9, 3))).toContain('Shown: 4 to 5 of 9 things. For more: offset=5.');
    expect(render(list(0, 9, 20))).toContain('There are 9 things; none from offset 20 on.');
  });
  it('prints a heading once for all that follow', () => {
    const entries = ['a', 'a', 'b'].map((heading, index) => ({ heading, text: String(index) }));
    expect(render({ ...list(0), entries, total: 3 })).toBe('Found:\na\n0\n1\nb\n2');
  });
  it('cuts an entry that is too long alone, a lead and a tail too', () => {
    const huge = 'line of text\n'.repeat(5000);
    const text = render(
      { ...list(0), lead: huge, entries: [{ text: huge }, { text: 'b' }], total: 2, tail: huge },
      800,
    );
    expect(tokensOf(text)).toBeLessThanOrEqual(800);
    expect(text.match(/… cut here/g)).toHaveLength(3);
    expect(text).toContain('Shown: 1 to 1 of 2 things. For more: offset=1.');
    for (const line of text.split('\n')) expect(line).toMatch(/^(line of text|… cut here|Shown.*)$/);
  });
  it('says where the whole of an entry is to be had that it cut', () => {
    const entries = [{ text: 'line of text\n'.repeat(5000), whole: 'read_it("all")' }];
    const text = render({ ...list(0), entries, total: 1 });
    expect(text).toMatch(/\nline of text\n… cut here; for the rest: read_it\("all"\)$/);
  });
  it.each([0, -5, 10])('has room for a first entry even where told %s', (tokens) => {
    const text = render(list(3), tokens);
    expect(text).toContain('entry 1 ');
    expect(tokensOf(text)).toBeLessThanOrEqual(leastTokens);
  });
});
