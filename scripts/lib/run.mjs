import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';

/**
 * Runs a program without a shell. Gives its exit code and what it printed (both streams, the last 20,000
 * characters); code 127 when it could not be started.
 */
export function run(program, args, options = {}) {
  return new Promise((done) => {
    let output = '';
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], ...options });
    const keep = (chunk) => {
      output = (output + chunk).slice(-20_000);
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    child.on('error', (error) => done({ code: 127, output: error.message }));
    child.on('close', (code) => done({ code: code ?? 1, output: output.trim() }));
  });
}

export const sha256 = (...parts) => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part).update('\0');
  return hash.digest('hex');
};
