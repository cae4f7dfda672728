import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { MendError } from '../../graph/kernel/errors.ts';
import { Secret } from '../../graph/kernel/secret.ts';
import type { Neo4jSettings } from '../../graph/store/neo4j/connection.ts';

const environment = z.object({
  MENDGRAPH_NEO4J_URI: z.string().min(1).optional(),
  MENDGRAPH_NEO4J_USER: z.string().min(1).optional(),
  MENDGRAPH_NEO4J_PASSWORD: z.string().optional(),
  MENDGRAPH_NEO4J_PASSWORD_FILE: z.string().min(1).optional(),
  MENDGRAPH_NEO4J_DATABASE: z.string().min(1).optional(),
});

const largestPasswordFile = 10_000;

function passwordIn(path: string): string {
  try {
    const text = readFileSync(path, 'utf8');
    if (text.length > largestPasswordFile) throw new Error('it is too long for a password');
    return text.replace(/\r?\n$/, '');
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new MendError('USAGE', `MENDGRAPH_NEO4J_PASSWORD_FILE can't be read: ${why}`, {
      hint: 'it is the path of a file that holds the password alone',
      cause,
    });
  }
}

/**
 * How to reach Neo4j: `uri`, else `MENDGRAPH_NEO4J_URI`. Password and user come from the environment or a file only,
 * never from the command line, which others can see. `undefined` where no server is named. Throws `USAGE`.
 */
export function loadNeo4j(uri?: string, env: NodeJS.ProcessEnv = process.env): Neo4jSettings | undefined {
  const parsed = environment.safeParse(env);
  if (!parsed.success)
    throw new MendError('USAGE', `bad environment: ${z.prettifyError(parsed.error)}`, {
      hint: 'leave a MENDGRAPH_NEO4J_… variable unset rather than empty',
    });
  const settings = parsed.data;
  const address = uri ?? settings.MENDGRAPH_NEO4J_URI;
  if (address === undefined) return undefined;
  const file = settings.MENDGRAPH_NEO4J_PASSWORD_FILE;
  const password = file === undefined ? settings.MENDGRAPH_NEO4J_PASSWORD : passwordIn(file);
  return {
    uri: address,
    user: password === undefined ? null : (settings.MENDGRAPH_NEO4J_USER ?? 'neo4j'),
    password: password === undefined ? null : new Secret(password),
    database: settings.MENDGRAPH_NEO4J_DATABASE,
  };
}
