import type { TestSettings } from '../../toolkit/testing/settings/settings.ts';

/** Settings of a user who typed `--test TEXT`, and more as told. */
export const typed = (text: string, more: Partial<TestSettings> = {}): TestSettings => ({
  python: null,
  command: { text, from: '--test' },
  env: {},
  limits: {},
  except: [],
  files: [],
  ...more,
});
