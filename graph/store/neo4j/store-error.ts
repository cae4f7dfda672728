import { MendError, toMendError } from '../../kernel/errors.ts';

const unreachable = new Set([
  'ServiceUnavailable',
  'SessionExpired',
  'Neo.TransientError.General.DatabaseUnavailable',
]);

const codeOf = (thrown: unknown): string =>
  thrown instanceof Error && 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : '';

/** What the driver and server throw, as this project's errors. */
export function storeError(thrown: unknown): MendError {
  if (thrown instanceof MendError) return thrown;
  const code = codeOf(thrown);
  const cause = thrown;
  if (unreachable.has(code))
    return new MendError(
      'STORE_UNAVAILABLE',
      'the Neo4j server does not answer, or the connection was lost',
      {
        hint: 'start it, or check its address; what was published before is as it was',
        cause,
      },
    );
  if (code.startsWith('Neo.ClientError.Security.'))
    return new MendError('STORE_AUTH', 'the Neo4j server refused user and password', {
      hint: 'set MENDGRAPH_NEO4J_USER and MENDGRAPH_NEO4J_PASSWORD (or MENDGRAPH_NEO4J_PASSWORD_FILE)',
      cause,
    });
  if (code === 'Neo.ClientError.Database.DatabaseNotFound')
    return new MendError('NOT_FOUND', 'the Neo4j server has no database of that name', {
      hint: 'leave --database out for the default one',
      cause,
    });
  return toMendError(thrown);
}

/** The server had too little memory for the batch: a smaller one may pass. */
export const isOutOfMemory = (thrown: unknown): boolean =>
  /OutOfMemory|MemoryPool|TransactionMemory/i.test(codeOf(thrown));
