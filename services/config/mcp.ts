import { z } from 'zod';
import { MendError } from '../../graph/kernel/errors.ts';
import { Secret } from '../../graph/kernel/secret.ts';

const leastCharacters = 16;

const environment = z.object({ MENDGRAPH_MCP_TOKEN: z.string().min(leastCharacters).optional() });

/** The token that MCP clients must show, from `MENDGRAPH_MCP_TOKEN`; never from the command line. Throws `USAGE`. */
export function loadMcpToken(env: NodeJS.ProcessEnv = process.env): Secret | undefined {
  const parsed = environment.safeParse(env);
  if (!parsed.success)
    throw new MendError('USAGE', `MENDGRAPH_MCP_TOKEN has fewer than ${leastCharacters} characters`, {
      hint: 'make one with: openssl rand -hex 32',
    });
  const token = parsed.data.MENDGRAPH_MCP_TOKEN;
  return token === undefined ? undefined : new Secret(token);
}
