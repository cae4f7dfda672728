import { z } from 'zod';
import { verdicts } from '../../agents/domain/candidate.ts';
import { errorCodes } from '../../graph/kernel/errors.ts';
import { outcomes, runStates } from '../runs/port.ts';

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
  reasons: z.array(z.string()).readonly().describe('full sentences, most telling first'),
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

const evidence = z.object({
  verdict: z.enum(verdicts),
  fixed: z.array(z.string()).readonly().describe('tests that failed before and pass now'),
  stillFailing: z.array(z.string()).readonly(),
  broken: z.array(z.string()).readonly().describe('tests that passed before and fail now'),
  regressionsPassed: z.int(),
  regressionsRun: z.int().describe('tests that passed before and were run again'),
  seconds: z.number(),
  message: z.string().nullable().describe('the last thing the failing test said'),
});

const candidate = z
  .object({
    rank: z.int().describe('1 is best'),
    patch: z.string(),
    verdict: z.enum(verdicts),
    evidence,
    summary: z.string(),
    because: z.string().describe('why it stands where it stands'),
  })
  .meta({ id: 'Candidate', description: 'A judged change' });

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
    patch: z.string().nullable().describe('the best candidate, if it was validated'),
    locations,
    candidates: z.array(candidate),
    seconds: z.number().describe('spent on it so far'),
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
