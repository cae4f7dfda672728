import type { AddressInfo } from 'node:net';
import { makeApp } from './app.ts';
import { aborted, isLoopback, listenFailed, urlOf } from './listening.ts';
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

/**
 * Answers requests until the signal, then ends in order: no new requests, running repairs interrupted.
 * @throws MendError `USAGE` when it cannot listen there
 */
export async function serve(options: ServeOptions): Promise<void> {
  const { host, port, repairs, version, signal, onListening, logTo } = options;
  const localOnly = isLoopback(host);
  const app = await makeApp({ repairs, version, localOnly, ...(logTo ? { logTo } : {}) });
  try {
    await app.listen({ host, port }).catch((error: unknown) => {
      throw listenFailed(error as NodeJS.ErrnoException, host, port);
    });
    const { port: bound } = app.server.address() as AddressInfo;
    onListening(urlOf(host, bound), await repairs.resume());
    await aborted(signal);
  } finally {
    await app.close();
    await repairs.stop();
  }
}
