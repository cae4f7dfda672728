import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { checkRequest } from './check-request.ts';
import { hostPython, ownPath } from './host-python.ts';
import type { Sandbox } from './port.ts';
import { runSupervised } from './run-supervised.ts';
import { supervisorArguments, supervisorFolder } from './supervisor-arguments.ts';

/**
 * Limits, a clean environment and a certain end, but no isolation: the command sees and may change whatever
 * the user may, and the network. For repositories that are trusted, and for machines without bubblewrap.
 */
export function createProcessSandbox(): Sandbox {
  return {
    kind: 'process',
    because: 'it was asked for by name: limits and a certain end, but no isolation',
    async run(request) {
      const checked = await checkRequest(request);
      const python = await hostPython();
      // Made and removed by the supervisor, so that it does not stay behind when we are killed.
      const home = join(tmpdir(), `mendgraph-home-${randomUUID()}`);
      const env = {
        PATH: [...(request.path ?? []), ...ownPath()].join(delimiter),
        HOME: home,
        TMPDIR: home,
        LANG: 'C.UTF-8',
        ...request.env,
      };
      const args = supervisorArguments(checked, {
        folder: supervisorFolder,
        env,
        home,
        channel: 3,
        scratch: [home],
      });
      return runSupervised(checked, { program: python, args });
    },
  };
}
