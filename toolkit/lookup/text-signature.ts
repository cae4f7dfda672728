/** Bits a signature has at most; with the usual 5,000 distinct triples of a long source file 1 in 6 is set. */
const mostBits = 32_768;
const leastBits = 256;

/**
 * Which triples of ASCII characters a text holds, whatever their case, as a Bloom filter (Bloom 1970) with one hash:
 * it answers "not in here" for certain and "may be in here" else. About a bit for each character of the text.
 */
export type TextSignature = Uint32Array;

/** The lower case of an ASCII character's code; -1 for any other, whose case is not as simple. */
function folded(code: number): number {
  if (code >= 128) return -1;
  return code >= 65 && code <= 90 ? code + 32 : code;
}

/** Three codes of 7 bits each, spread over 32 bits: multiplicative hashing (Knuth, volume 3, section 6.4). */
const spread = (triple: number): number => Math.imul(triple, 0x9e3779b1) >>> 0;

/** A hash's upper bits are its good ones; how far to shift for a number of bits that is a power of two. */
const shiftFor = (bits: number): number => Math.clz32(bits) + 1;

/** Calls with the hash of every triple of ASCII characters in a row. */
function eachTriple(text: string, use: (hash: number) => void): void {
  let triple = 0;
  let inRow = 0;
  for (let index = 0; index < text.length; index += 1) {
    const code = folded(text.charCodeAt(index));
    inRow = code < 0 ? 0 : inRow + 1;
    triple = ((triple << 7) | (code & 127)) & 0x1f_ffff;
    if (inRow >= 3) use(spread(triple));
  }
}

export function signatureOf(text: string): TextSignature {
  let bits = leastBits;
  while (bits < text.length && bits < mostBits) bits *= 2;
  const signature = new Uint32Array(bits / 32);
  const shift = shiftFor(bits);
  eachTriple(text, (hash) => {
    const bit = hash >>> shift;
    const word = bit >>> 5;
    signature[word] = (signature[word] ?? 0) | (1 << (bit & 31));
  });
  return signature;
}

/** Whether a text with that signature may hold `wanted`, in any case. Compute once for many signatures. */
export function sieve(wanted: string): (signature: TextSignature) => boolean {
  const hashes: number[] = [];
  eachTriple(wanted, (hash) => hashes.push(hash));
  return (signature) => {
    const shift = shiftFor(signature.length * 32);
    return hashes.every((hash) => {
      const bit = hash >>> shift;
      return ((signature[bit >>> 5] ?? 0) & (1 << (bit & 31))) !== 0;
    });
  };
}
