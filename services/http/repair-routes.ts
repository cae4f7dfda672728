import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { MendError } from '../../graph/kernel/errors.ts';
import { problemResponse } from './problem.ts';
import type { RepairService } from './repair-service.ts';
import { listQuery, repairRequest, runAccepted, runPage, runParams, runView } from './schemas.ts';

interface RepairRouteOptions {
  readonly repairs: RepairService;
}

const tags = ['repairs'];
const unknownRun = problemResponse('no run with that id');

function found<T>(runId: string, run: T | undefined): T {
  if (run !== undefined) return run;
  throw new MendError('NOT_FOUND', `no run ${runId}`, { hint: 'GET /v1/repairs lists the runs' });
}

const plainDiff = {
  description: 'a git patch',
  content: { 'text/x-diff': { schema: z.string() } },
} as const;

/** Everything below `/v1/repairs`. */
export const repairRoutes: FastifyPluginAsyncZod<RepairRouteOptions> = async (app, { repairs }) => {
  app.post(
    '/repairs',
    {
      schema: {
        tags,
        summary: 'Repair a repository',
        body: repairRequest,
        response: {
          202: runAccepted,
          400: problemResponse('the request does not fit the schema'),
          403: problemResponse('the folder is not below an allowed root'),
          404: problemResponse('the folder is not there'),
          413: problemResponse('the request is too large'),
          503: problemResponse('too many runs are waiting'),
        },
      },
    },
    async (request, reply) => {
      const runId = await repairs.submit(request.body);
      return reply.code(202).header('location', `/v1/repairs/${runId}`).send({ runId });
    },
  );

  app.get(
    '/repairs',
    {
      schema: { tags, summary: 'All runs, newest first', querystring: listQuery, response: { 200: runPage } },
    },
    async (request) => repairs.list(request.query),
  );

  app.get(
    '/repairs/:id',
    { schema: { tags, summary: 'One run', params: runParams, response: { 200: runView, 404: unknownRun } } },
    async ({ params: { id } }) => found(id, await repairs.get(id)),
  );

  app.get(
    '/repairs/:id/patch',
    {
      schema: {
        tags,
        summary: 'The best patch',
        params: runParams,
        response: {
          200: plainDiff,
          404: problemResponse('no such run, or it ended without a patch'),
          409: problemResponse('the run is not finished'),
        },
      },
    },
    async ({ params: { id } }, reply) => {
      const { state, patch } = found(id, await repairs.get(id));
      if (state === 'queued' || state === 'running' || state === 'interrupted')
        throw new MendError('RUN_STATE', `run ${id} is ${state}`, { hint: 'ask again when it is finished' });
      if (patch === null)
        throw new MendError('NOT_FOUND', `run ${id} ended without a patch`, {
          hint: `GET /v1/repairs/${id} says how it ended`,
        });
      return reply.type('text/x-diff; charset=utf-8').serializer(String).send(patch);
    },
  );

  app.post(
    '/repairs/:id/cancel',
    {
      schema: {
        tags,
        summary: 'Stop a run',
        params: runParams,
        response: { 200: runView, 404: unknownRun },
      },
    },
    async ({ params: { id } }) => found(id, await repairs.cancel(id)),
  );
};
