import type { FastifyError, FastifyInstance, FastifyReply } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { errorCodes, MendError, toMendError } from '../../graph/kernel/errors.ts';
import { httpStatusFor } from '../error-table.ts';

/** RFC 9457. `code` is the error's own, `hint` what to do about it. */
export const problem = z
  .object({
    type: z.string().describe('urn:mendgraph:error:CODE'),
    title: z.string(),
    status: z.int(),
    detail: z.string(),
    code: z.enum(errorCodes),
    hint: z.string().optional(),
    errors: z
      .array(z.object({ path: z.string(), message: z.string() }))
      .optional()
      .describe('what is wrong with the request, one entry a field'),
  })
  .meta({ id: 'Problem', description: 'What went wrong (RFC 9457)' });

export type Problem = z.infer<typeof problem>;

export const problemType = 'application/problem+json';

/** A route's response schema for a problem. */
export const problemResponse = (description: string) =>
  ({ description, content: { [problemType]: { schema: problem } } }) as const;

const titleOf = (code: string): string => code.toLowerCase().replaceAll('_', ' ');

function describeProblem(error: MendError, status: number, errors?: Problem['errors']): Problem {
  return {
    type: `urn:mendgraph:error:${error.code}`,
    title: titleOf(error.code),
    status,
    detail: error.message,
    code: error.code,
    ...(error.hint === undefined ? {} : { hint: error.hint }),
    ...(errors === undefined ? {} : { errors }),
  };
}

export function sendProblem(reply: FastifyReply, body: Problem): FastifyReply {
  return reply.code(body.status).type(problemType).serializer(JSON.stringify).send(body);
}

/** What the framework itself refused: malformed JSON, a body that is too large, a wrong content type. */
function refusedByFramework(error: FastifyError): Problem | undefined {
  const status = error.statusCode ?? 500;
  if (hasZodFastifySchemaValidationErrors(error)) {
    const errors = error.validation.map(({ instancePath, message }) => ({
      path: instancePath,
      message: message ?? 'invalid',
    }));
    return describeProblem(new MendError('USAGE', 'the request does not fit the schema'), 400, errors);
  }
  if (status >= 500) return undefined;
  return describeProblem(new MendError('USAGE', error.message), status);
}

/** Every error leaves as a problem document; what is our own fault is logged and not told. */
export function installProblems(app: FastifyInstance): void {
  app.setErrorHandler((thrown: FastifyError, request, reply) => {
    const refused = refusedByFramework(thrown);
    if (refused) return sendProblem(reply, refused);
    const error = toMendError(thrown);
    const status = httpStatusFor(error.code);
    if (status >= 500) request.log.error({ err: thrown }, 'request failed');
    const told = error.code === 'INTERNAL' ? new MendError('INTERNAL', 'an internal error') : error;
    return sendProblem(reply, describeProblem(told, status));
  });
  app.setNotFoundHandler((request, reply) =>
    sendProblem(
      reply,
      describeProblem(new MendError('NOT_FOUND', `nothing at ${request.method} ${request.url}`), 404),
    ),
  );
}
