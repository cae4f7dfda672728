import { z } from 'zod';

const day = 86_400;

const text = (what: string, most = 4_000) =>
  z
    .string({ error: `must be ${what}` })
    .trim()
    .min(1, `must be ${what}, and is empty`)
    .max(most, `must not be longer than ${most} characters`)
    .refine((value) => !value.includes('\0'), 'must not hold a NUL character');

/** A place in the repository, as it is written: whether a link leads out of it is seen where it is used. */
const place = (what: string) =>
  text(what, 500)
    .refine((path) => !path.startsWith('/') && !path.startsWith('~'), 'must be relative to the repository')
    .refine((path) => !path.includes('\\'), 'must be written with / between folders')
    .refine((path) => !path.split('/').includes('..'), 'must not lead out of the repository with ..');

const seconds = z
  .number({ error: 'must be a number of seconds' })
  .positive('must be more than 0')
  .max(day, `must be ${day} (a day) at most`);

const variable = z
  .union([z.string().max(4_000), z.number(), z.boolean()], { error: 'must be text, a number, true or false' })
  .transform(String)
  .refine((value) => !value.includes('\0'), 'must not hold a NUL character');

/** What the sandbox and the runner set themselves. */
const reserved = /^(?:PATH|HOME|PYTHONDONTWRITEBYTECODE|MENDGRAPH_.*)$/;

const variables = z
  .record(
    z
      .string()
      .regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'is no name of a variable')
      .refine((name) => !reserved.test(name), 'is set by mendgraph itself'),
    variable,
    { error: 'must be names with values' },
  )
  .refine((all) => Object.keys(all).length <= 100, 'must have 100 variables at most');

const timeout = z.strictObject(
  { test: seconds.optional(), whole: seconds.optional() },
  {
    error: (issue) => (issue.code === 'invalid_type' ? 'must have test and whole, in seconds' : undefined),
  },
);

/** What a `mendgraph.yaml` holds. Every key may be left out. */
export const settingsSchema = z
  .strictObject(
    {
      python: text('the path or name of an interpreter', 500).optional(),
      test: text('a command').optional(),
      junit: place('the path of a file').optional(),
      directory: place('the path of a folder').optional(),
      env: variables.optional(),
      timeout: timeout.optional(),
      except: z
        .array(text('the id of a test', 1_000), { error: 'must be a list of ids of tests' })
        .max(1_000, 'must have 1,000 ids at most')
        .optional(),
    },
    {
      error: (issue) =>
        issue.code === 'invalid_type' ? 'must be settings, such as test: pytest' : undefined,
    },
  )
  .superRefine(({ test, junit, directory }, context) => {
    for (const [key, value] of Object.entries({ junit, directory }))
      if (value !== undefined && test === undefined)
        context.addIssue({ code: 'custom', path: [key], message: 'belongs to a command: give test as well' });
  });

export type SettingsFile = z.infer<typeof settingsSchema>;

/** How each setting is written; shown when it is written otherwise. */
export const examples: Readonly<Record<keyof SettingsFile, string>> = {
  python: 'python: .venv/bin/python',
  test: 'test: pytest tests',
  junit: 'junit: build/junit.xml',
  directory: 'directory: tests',
  env: 'env: {DJANGO_SETTINGS_MODULE: shop.settings}',
  timeout: 'timeout: {test: 20, whole: 600}',
  except: 'except: [tests/test_web.py::test_download]',
};
