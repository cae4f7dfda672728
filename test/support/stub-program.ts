import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { env } from 'node:process';
import { vi } from 'vitest';

/** Puts a shell script before the program of that name on PATH, until `vi.unstubAllEnvs()`. `folder` is made. */
export async function stubProgram(folder: string, name: string, script: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, name), `#!/bin/sh\n${script}\n`);
  await chmod(join(folder, name), 0o755);
  const { PATH } = env;
  vi.stubEnv('PATH', `${folder}:${PATH}`);
}
