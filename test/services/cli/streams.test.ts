import { PassThrough, Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { makePrinter } from '../../../services/cli/streams.ts';

const failing = (code: string) =>
  new Writable({
    write(_chunk, _encoding, done) {
      done(Object.assign(new Error(code), { code }));
    },
  });

describe('the printer of stdout', () => {
  it('waits for a slow reader', async () => {
    const stream = new PassThrough({ highWaterMark: 4 });
    let done = false;
    const printing = makePrinter(stream)('longer than four bytes').then(() => {
      done = true;
    });
    await new Promise(setImmediate);
    expect(done).toBe(false);
    stream.resume();
    await printing;
    expect(done).toBe(true);
  });

  it('goes on silently once the reader has gone', async () => {
    const print = makePrinter(failing('EPIPE'));
    await print('one');
    await new Promise(setImmediate);
    await expect(print('two')).resolves.toBeUndefined();
  });

  it('throws what else goes wrong, then and later', async () => {
    const print = makePrinter(failing('ENOSPC'));
    await expect(print('one')).rejects.toThrow('ENOSPC');
    await expect(print('two')).rejects.toThrow('ENOSPC');
  });
});
