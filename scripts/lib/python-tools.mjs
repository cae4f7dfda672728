import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { env } from 'node:process';
import { SetupError, say } from './report.mjs';
import { run, sha256 } from './run.mjs';

const advice = 'install them, for example: apt-get install python3-venv python3-pip';

async function makeVenv(python, folder) {
  const whole = await run(python, ['-m', 'venv', folder]);
  if (whole.code === 0) return true;
  // Debian ships venv without ensurepip; the bare one still works, and the system's pip can fill it.
  rmSync(folder, { recursive: true, force: true });
  const bare = await run(python, ['-m', 'venv', '--without-pip', folder]);
  if (bare.code !== 0) throw new SetupError(`python -m venv failed:\n${bare.output}`, advice);
  return false;
}

async function sitePackages(interpreter) {
  const { output } = await run(interpreter, ['-c', 'import sysconfig; print(sysconfig.get_path("purelib"))']);
  return output;
}

async function fill(python, folder, requirements) {
  const interpreter = join(folder, 'bin', 'python');
  const own = await makeVenv(python, folder);
  const quiet = ['--quiet', '--disable-pip-version-check'];
  const args = own
    ? ['-m', 'pip', 'install', ...quiet, '-r', requirements]
    : ['-m', 'pip', 'install', ...quiet, '--target', await sitePackages(interpreter), '-r', requirements];
  return run(own ? interpreter : python, args);
}

/**
 * Makes `.venv-test` with the Python packages that the tests run (pytest). Without pip that cannot be done:
 * in CI that is an error, elsewhere the tests that need it are skipped, and this says so.
 */
export async function ensurePythonTools(root, python) {
  const folder = join(root, '.venv-test');
  const requirements = join(root, 'scripts', 'test-requirements.txt');
  const marker = join(folder, '.mendgraph-requirements');
  const wanted = sha256(readFileSync(requirements), python.version);
  if (existsSync(marker) && readFileSync(marker, 'utf8') === wanted) return;
  say('making .venv-test with pytest for the tests');
  rmSync(folder, { recursive: true, force: true });
  const { code, output } = await fill(python.name, folder, requirements);
  if (code === 0) {
    writeFileSync(marker, wanted);
    return;
  }
  rmSync(folder, { recursive: true, force: true });
  const lacksPip = /No module named pip/.test(output);
  if (!lacksPip || env.CI)
    throw new SetupError(`pip failed:\n${output}`, lacksPip ? advice : 'check the network and try again');
  say(`this Python has neither venv with pip nor pip: tests that need pytest are skipped; ${advice}`);
}
