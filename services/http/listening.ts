import { MendError } from '../../graph/kernel/errors.ts';

/** Whether only this machine can reach what listens there. */
export const isLoopback = (host: string): boolean => /^(localhost|127\.\d+\.\d+\.\d+|::1)$/.test(host);

const ownNames = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Whether a `Host` header names this machine itself, with or without a port. */
export const isOwnName = (host: string): boolean => ownNames.has(host.replace(/:\d+$/, '').toLowerCase());

const listenErrors: Readonly<Record<string, string>> = {
  EADDRINUSE: 'another program listens there; choose another one with --port or --http',
  EADDRNOTAVAIL: 'this machine has no such address; choose another one',
  ENOTFOUND: 'there is no such name; give an address of this machine',
  EACCES: 'only root may listen there; choose a port of 1024 or more',
};

/** `USAGE` with what to do, for what a system refuses. */
export function listenFailed(error: NodeJS.ErrnoException, host: string, port: number): MendError {
  const hint = listenErrors[error.code ?? ''];
  return new MendError(hint ? 'USAGE' : 'INTERNAL', `cannot listen on ${host}:${port}: ${error.message}`, {
    cause: error,
    ...(hint ? { hint } : {}),
  });
}

export const urlOf = (host: string, port: number): string =>
  `http://${host.includes(':') ? `[${host}]` : host}:${port}`;

export const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((done) => {
    if (signal.aborted) done();
    else signal.addEventListener('abort', () => done(), { once: true });
  });
