import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { checkEdits, type Edit, proposedEditSchema } from '../../../../toolkit/workspace/edits/schema.ts';

const replace = { kind: 'replace', path: 'a.py', old: 'x', new: 'y' };
const lines = { kind: 'lines', path: 'a.py', from: 1, to: 2, old: 'x', new: 'y' };

const messageOf = (...edits: unknown[]): string => {
  try {
    checkEdits(edits as Edit[]);
  } catch (error) {
    expect(error).toMatchObject({ code: 'EDIT_REJECTED', hint: expect.any(String) });
    return (error as Error).message;
  }
  throw new Error('nothing was refused');
};

describe('what edits may be', () => {
  it('takes every kind, and what runs recorded before there were kinds', () => {
    const edits = [
      replace,
      { ...replace, occurrence: 2 },
      lines,
      { kind: 'create', path: 'b.py', text: '', executable: true },
      { kind: 'delete', path: 'c.py' },
      { path: 'a.py', startLine: 1, startColumn: 0, old: '', new: 'x' },
    ] as Edit[];
    expect(checkEdits(edits)).toBe(edits);
  });

  it.each([
    ['an empty old', { ...replace, old: '' }, 'edit 1: old: old is empty'],
    ['nothing new', { ...replace, new: 'x' }, 'old and new are the same'],
    ['other line ends alone', { ...replace, old: 'x\n', new: 'x\r\n' }, 'old and new are the same'],
    ['the same lines', { ...lines, new: 'x\n' }, 'old and new are the same'],
    ['occurrence 0', { ...replace, occurrence: 0 }, 'counted from 1'],
    ['a part of an occurrence', { ...replace, occurrence: 1.5 }, 'whole number'],
    ['a negative line', { ...lines, from: -1 }, 'edit 1: from: lines are counted from 1'],
    ['no number', { ...lines, to: Number.NaN }, 'whole number'],
    ['a number without end', { ...lines, to: Number.POSITIVE_INFINITY }, 'whole number'],
    ['a number too large to count with', { ...lines, to: 2 ** 60 }, 'whole number'],
    ['lines backwards', { ...lines, from: 3 }, 'from <= to'],
    ['no path', { ...replace, path: '' }, 'name a file'],
    ['a folder', { kind: 'create', path: 'pkg/', text: '' }, 'not a folder'],
    ['a name that no disk takes', { kind: 'create', path: 'é'.repeat(128), text: '' }, '255 bytes'],
    ['a path of 2,000 characters', { kind: 'delete', path: `${'a/'.repeat(1_000)}b` }, '1024 characters'],
    ['10 MB of text', { kind: 'create', path: 'a.py', text: 'x'.repeat(10_000_000) }, 'smaller edits'],
    ['an unknown kind', { kind: 'move', path: 'a.py' }, 'kind is "replace", "lines", "create" or "delete"'],
    ['a key too many', { ...replace, line: 3 }, 'line'],
    ['no object', 'replace x', 'edit 1'],
  ])('refuses %s and says so', (_what, edit, said) => {
    expect(messageOf(edit)).toContain(said);
  });

  it('says which of several is wrong, and not all that is wrong with a thousand', () => {
    expect(messageOf(replace, { ...replace, old: '' })).toContain('edit 2: old');
    expect(messageOf(...Array(1_000).fill({ ...replace, old: '' })).length).toBeLessThan(500);
    expect(messageOf(...Array(1_001).fill(replace))).toContain('at most 1000 edits');
  });

  it('can be told to a model as JSON Schema', () => {
    const schema = JSON.stringify(z.toJSONSchema(proposedEditSchema));
    for (const kind of ['replace', 'lines', 'create', 'delete']) expect(schema).toContain(`"${kind}"`);
  });
});
