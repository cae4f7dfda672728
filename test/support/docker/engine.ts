import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync } from 'node:fs';
import { join } from 'node:path';

/** Of the tests alone. */
export const testImage = 'mendgraph-test:latest';

const here = import.meta.dirname;

/** For `describe.skipIf`: no engine answers. That is no failure in CI, where none is: the stand-in is tested there. */
export function lacksDocker(): boolean {
  try {
    execFileSync('docker', ['info'], { stdio: 'ignore', timeout: 10_000 });
    return false;
  } catch {
    return true;
  }
}

/** Makes the image of the tests from this machine's own programs. */
export function makeTestImage(): void {
  const root = execFileSync('/usr/bin/python3', [join(here, 'root-tar.py')], { maxBuffer: 2 ** 30 });
  execFileSync('docker', ['import', '-', testImage], { input: root, stdio: ['pipe', 'ignore', 'inherit'] });
}

/** Puts the stand-in for docker in `folder`, to be the first on the PATH. */
export function installStandIn(folder: string): void {
  const file = join(folder, 'docker');
  copyFileSync(join(here, 'client.py'), file);
  chmodSync(file, 0o755);
}
