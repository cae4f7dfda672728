import { describe, expect, test } from 'vitest';
import { createTemplateSuggester } from '../../../agents/offline/suggester.ts';
import { fixInput } from '../../builders/fix-input.ts';

const suggester = createTemplateSuggester();
const source = `def total(order, rates):
    amount = 0
    for line in order.lines:
        amount = line.price
    return amount
`;

describe('createTemplateSuggester', () => {
  test('gives one suggestion an entity and template, most confident first', async () => {
    const suggestions = await suggester.suggest(fixInput({ source }));
    const keys = suggestions.map(({ entityId, template }) => `${entityId} ${template}`);
    const confidences = suggestions.map(({ confidence }) => confidence);
    expect(new Set(keys).size).toBe(keys.length);
    expect(suggestions.map(({ template }) => template)).toEqual(
      expect.arrayContaining(['assign', 'name', 'guard']),
    );
    expect(confidences).toEqual([...confidences].sort((a, b) => b - a));
    expect(confidences.every((confidence) => confidence > 0 && confidence <= 1)).toBe(true);
  });

  test('leaves out templates that have nothing to change', async () => {
    const templates = (await suggester.suggest(fixInput({ source }))).map(({ template }) => template);
    expect(templates).not.toContain('compare');
    expect(templates).not.toContain('exception');
  });

  test('points at the suspicious line and says why', async () => {
    const suggestions = await suggester.suggest(
      fixInput({ source, lines: { 2: 0.1, 3: 0.2, 4: 0.9, 5: 0.3 } }),
    );
    const assign = suggestions.find(({ template }) => template === 'assign');
    expect(assign).toMatchObject({ startLine: 4, endLine: 4, title: expect.stringContaining('line 4') });
    expect(assign?.rationale).toBe('It is named in the issue.');
  });

  test('raises what the error points to', async () => {
    const said = "AttributeError: 'NoneType' object has no attribute 'price'";
    const confidence = async (more: { said?: string }) =>
      (await suggester.suggest(fixInput({ source, ...more }))).find(({ template }) => template === 'guard');
    const [plain, told] = [await confidence({}), await confidence({ said })];
    expect(told?.confidence).toBeGreaterThan(plain?.confidence ?? 1);
    expect(told?.rationale).toContain('none-value');
  });
});
