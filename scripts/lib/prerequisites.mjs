import { SetupError } from './report.mjs';
import { run } from './run.mjs';

function checkNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 20))
    throw new SetupError(
      `Node 20.20 or later is needed, this is ${process.versions.node}`,
      'install a newer Node from your system or its own installer',
    );
}

async function checkGit() {
  const { code } = await run('git', ['--version']);
  if (code !== 0)
    throw new SetupError('git is not on the PATH', 'install it, for example: apt-get install git');
}

/** The first Python ≥ 3.8 on the PATH, as it is called there. */
export async function findPython() {
  const probe = 'import sys; print("%d.%d" % sys.version_info[:2]); sys.exit(sys.version_info < (3, 8))';
  let seen = '';
  for (const name of ['python3', 'python']) {
    const { code, output } = await run(name, ['-c', probe]);
    if (code === 0) return { name, version: output };
    if (code !== 127) seen = ` (${name} is ${output.split('\n').at(-1)})`;
  }
  throw new SetupError(
    `Python 3.8 or later is not on the PATH${seen}`,
    'install it, for example: apt-get install python3',
  );
}

/** Throws a `SetupError` unless Node, git and Python are there. Gives the Python found. */
export async function checkPrerequisites() {
  checkNode();
  const [python] = await Promise.all([findPython(), checkGit()]);
  return python;
}
