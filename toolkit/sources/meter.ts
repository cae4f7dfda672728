import type { Limits } from './limits.ts';
import { tooLarge } from './refusals.ts';

/** Counts what is unpacked. Each throws `SOURCE_TOO_LARGE` once a limit is passed. */
export interface Meter {
  entry(): void;
  bytes(count: number): void;
  /** The size that a file has, or claims. */
  file(size: number): void;
}

const mebibytes = (bytes: number): string => `${Math.ceil(bytes / 2 ** 20)} MiB`;

/** `packed`: the bytes it is all unpacked from; `null` where that tells nothing. */
export function makeMeter(limits: Limits, packed: number | null): Meter {
  let entries = 0;
  let total = 0;
  return {
    entry() {
      entries += 1;
      if (entries > limits.entries) throw tooLarge(`it holds more than ${limits.entries} entries`);
    },
    bytes(count) {
      total += count;
      if (total > limits.bytes) throw tooLarge(`it unpacks to more than ${mebibytes(limits.bytes)}`);
      if (packed !== null && total > limits.ratioFrom && total > packed * limits.ratio)
        throw tooLarge(`it unpacks to more than ${limits.ratio} times its size, as source code never does`);
    },
    file(size) {
      if (size > limits.fileBytes)
        throw tooLarge(`a file in it is larger than ${mebibytes(limits.fileBytes)}`);
    },
  };
}
