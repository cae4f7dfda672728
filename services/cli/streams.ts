import { once } from 'node:events';
import type { Writable } from 'node:stream';

/**
 * Writes to a stream that may be slow or gone: waits for `drain`, and once the reader has closed its end
 * (`mendgraph … | head`), goes on silently. Other faults of the stream (a full disk) are thrown.
 */
export function makePrinter(stream: Writable): (text: string) => Promise<void> {
  let gone = false;
  let fault: Error | undefined;
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE' || error.code === 'ERR_STREAM_DESTROYED') gone = true;
    else fault = error;
  });
  return async (text) => {
    if (fault) throw fault;
    if (gone || stream.destroyed) return;
    if (!stream.write(text) && !gone) {
      const settled = new AbortController();
      const { signal } = settled;
      await Promise.race([once(stream, 'drain', { signal }), once(stream, 'close', { signal })]).catch(
        () => {},
      );
      settled.abort();
    }
    if (fault) throw fault;
  };
}
