import { dirname } from 'node:path';
import { tryGit } from '../../graph/index/git.ts';
import { MendError } from '../../graph/kernel/errors.ts';

/** Applies a patch below `root`, whether or not that is a git repository. Throws `PATCH_REJECTED`. */
export async function applyPatch(root: string, patch: string): Promise<void> {
  const options = {
    cwd: root,
    // A repository further up must not be taken for this one.
    env: { GIT_CEILING_DIRECTORIES: dirname(root) },
    input: patch,
  };
  for (const check of [['--check'], []]) {
    const result = await tryGit(['apply', ...check, '--whitespace=nowarn', '-'], options);
    if (result.exitCode !== 0)
      throw new MendError(
        'PATCH_REJECTED',
        `the patch does not apply: ${result.stderr.trim().split('\n')[0]}`,
        {
          hint: 'the files have changed since the run began; start a new run',
        },
      );
  }
}
