import { env } from 'node:process';

/**
 * The named variables of our own environment, those that are set. The one place below `services/config` that
 * looks at it, and only to hand it on to a child process: nothing here is steered by it.
 */
export function inheritedEnvironment(...names: readonly string[]): Record<string, string> {
  const pairs = names.flatMap((name) => {
    const value = env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(pairs);
}
