import { z } from 'zod';
import { MendError } from '../../graph/kernel/errors.ts';
import { Secret } from '../../graph/kernel/secret.ts';

const environment = z.object({
  MENDGRAPH_GIT_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]+$/)
    .optional(),
});

/** What servers of repositories are shown, from `MENDGRAPH_GIT_TOKEN`; never from a file. Throws `USAGE`. */
export function loadGitToken(env: NodeJS.ProcessEnv = process.env): Secret | undefined {
  const parsed = environment.safeParse(env);
  if (!parsed.success)
    throw new MendError('USAGE', 'MENDGRAPH_GIT_TOKEN is no token: it is empty, or has a space in it', {
      hint: 'set it to the token alone, or leave it unset',
    });
  const token = parsed.data.MENDGRAPH_GIT_TOKEN;
  return token === undefined ? undefined : new Secret(token);
}
