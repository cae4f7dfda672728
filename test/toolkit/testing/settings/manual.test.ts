import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseSettings } from '../../../../toolkit/testing/settings/parse-settings.ts';
import { settingsSchema } from '../../../../toolkit/testing/settings/schema.ts';

const manual = readFileSync('docs/manual/probe.md', 'utf8');
const examples = [...manual.matchAll(/```yaml\n([\s\S]*?)```/g)].map(([, text = '']) => text);

describe('the examples of mendgraph.yaml in the manual', () => {
  it.each(examples)('are taken: %s', (text) => {
    expect(Object.keys(parseSettings(text, 'manual')).length).toBeGreaterThan(2);
  });

  it('show every setting', () => {
    const shown = new Set(examples.flatMap((text) => Object.keys(parseSettings(text, 'manual'))));
    expect([...shown].sort()).toEqual(Object.keys(settingsSchema.shape).sort());
  });
});
