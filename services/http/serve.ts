import type { AddressInfo } from 'node:net';
import { MendError } from '../../graph/kernel/errors.ts';
import { makeApp } from './app.ts';
import type { RunningRepairService } from './repair-service.ts';

interface ServeOptions {
  readonly host: string;
  /** 0 takes any free port. */
  readonly port: number;
  readonly repairs: RunningRepairService;
  readonly version: string;
  /** Ends the service. */
  readonly signal: AbortSignal;
  /** Called once with the address, when requests are answered. */
  readonly onListening: (url: string, resumed: number) => void;
  readonly logTo?: NodeJS.WritableStream;
}

const listenErrors: Readonly<Record<string, string>> = {
  EADDRINUSE: 'another program listens there; choose another --port',
  EADDRNOTAVAIL: 'this machine has no such address; choose another --host',
  EACCES: 'only root may listen there; choose a --port of 1024 or more',
};

const loopback = /^(localhost|127\.\d+\.\d+\.\d+|::1)$/;

function listenFailed(error: NodeJS.ErrnoException, host: string, port: number): MendError {
  const hint = listenErrors[error.code ?? ''];
  return new MendError(hint ? 'USAGE' : 'INTERNAL', `cannot listen on ${host}:${port}: ${error.message}`, {
    cause: error,
    ...(hint ? { hint } : {}),
  });
}

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((done) => {
    if (signal.aborted) done();
    else signal.addEventListener('abort', () => done(), { once: true });
  });

/**
 * Answers requests until the signal, then ends in order: no new requests, running repairs interrupted.
 * @throws MendError `USAGE` when it cannot listen there
 */
export async function serve(options: ServeOptions): Promise<void> {
  const { host, port, repairs, version, signal, onListening, logTo } = options;
  const localOnly = loopback.test(host);
  const app = await makeApp({ repairs, version, localOnly, ...(logTo ? { logTo } : {}) });
  try {
    await app.listen({ host, port }).catch((error: unknown) => {
      throw listenFailed(error as NodeJS.ErrnoException, host, port);
    });
    const { port: bound } = app.server.address() as AddressInfo;
    onListening(`http://${host.includes(':') ? `[${host}]` : host}:${bound}`, await repairs.resume());
    await aborted(signal);
  } finally {
    await app.close();
    await repairs.stop();
  }
}
