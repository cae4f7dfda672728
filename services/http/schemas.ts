import { z } from 'zod';
import { errorCodes } from '../../graph/kernel/errors.ts';

/** Characters of an issue's body; the body limit of the whole request is a little higher. */
const maxIssueText = 900_000;

export const repairRequest = z
  .strictObject({
    issue: z.strictObject({
      title: z.string().trim().min(1).max(500),
      body: z.string().max(maxIssueText).default(''),
      url: z
        .url({ protocol: /^https?$/ })
        .max(2_000)
        .optional()
        .describe('kept for the reader, never fetched'),
    }),
    repository: z.strictObject({
      path: z
        .string()
        .min(1)
        .max(4_096)
        .describe(
          'folder on the machine of the service, below an allowed root; relative to where it started',
        ),
    }),
    options: z
      .strictObject({
        test: z.string().min(1).max(2_000).optional().describe('command that runs the tests'),
        maxTime: z.number().positive().max(86_400).optional().describe('seconds'),
      })
      .default({}),
  })
  .meta({ id: 'RepairRequest' });

export type RepairRequest = z.infer<typeof repairRequest>;

export const runAccepted = z.object({ runId: z.string() }).meta({ id: 'RunAccepted' });

export const runParams = z.object({ id: z.string().min(1).max(100) });

export const listQuery = z.strictObject({
  limit: z.coerce.number().int().min(1).max(100).default(20),
  cursor: z.string().max(200).optional().describe('nextCursor of the page before'),
});

export type ListQuery = z.infer<typeof listQuery>;

const location = z.object({
  path: z.string(),
  score: z.number(),
  reasons: z.array(z.string()).describe('full sentences, most telling first'),
});

const locations = z
  .object({
    files: z.array(location),
    entities: z.array(
      location.extend({
        qualifiedName: z.string(),
        kind: z.enum(['file', 'class', 'method', 'variable']),
        startLine: z.int(),
        endLine: z.int(),
      }),
    ),
  })
  .meta({ id: 'Locations', description: 'Where the bug may be, best first' });

const candidate = z
  .object({
    patch: z.string(),
    verdict: z.string(),
    evidence: z.record(z.string(), z.unknown()),
  })
  .meta({ id: 'Candidate', description: 'A judged change' });

export const outcomes = ['validated', 'unvalidated', 'located', 'failed'] as const;

export const runStates = ['queued', 'running', 'interrupted', 'finished', 'failed', 'cancelled'] as const;

export const runSummary = z
  .object({
    runId: z.string(),
    state: z.enum(runStates),
    title: z.string().describe("the issue's"),
    repository: z.object({ path: z.string() }),
    createdAt: z.iso.datetime(),
    outcome: z.enum(outcomes).nullable().describe('null until it is finished'),
  })
  .meta({ id: 'RunSummary' });

export const runView = runSummary
  .extend({
    patch: z.string().nullable().describe('the best candidate, validated or not'),
    locations: locations.nullable(),
    candidates: z.array(candidate),
    seconds: z.number().nullable(),
    error: z
      .object({ code: z.enum(errorCodes), message: z.string(), hint: z.string().optional() })
      .nullable()
      .describe('why it failed'),
  })
  .meta({ id: 'Run' });

export const runPage = z
  .object({ runs: z.array(runSummary), nextCursor: z.string().nullable() })
  .meta({ id: 'RunPage', description: 'Newest first' });

export type RunView = z.infer<typeof runView>;
export type RunPage = z.infer<typeof runPage>;

export const health = z
  .object({ status: z.literal('ok'), version: z.string(), running: z.int(), waiting: z.int() })
  .meta({ id: 'Health' });

export type Health = z.infer<typeof health>;
