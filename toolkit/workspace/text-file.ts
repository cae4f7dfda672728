import { MendError } from '../../graph/kernel/errors.ts';
import { declaredEncoding } from '../../graph/parse/decode-source.ts';
import { singleByte } from './single-byte.ts';

/** A file's text and the way back to its bytes. */
export interface TextFile {
  /** With its byte-order mark and its line ends as they are. */
  readonly text: string;
  /** Whether the encoding is known; where not, each byte is a character, and beyond ASCII perhaps not the right one. */
  readonly isCertain: boolean;
  /** Throws `EDIT_REJECTED` for a character that the file's encoding has no bytes for. */
  encode(text: string): Buffer;
}

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

const refused = (): MendError =>
  new MendError('EDIT_REJECTED', "the new text holds a character that the file's encoding does not", {
    hint: 'write it with an escape sequence',
  });

const encodeAs = (encoding: 'utf8' | 'latin1') => (text: string) => {
  const bytes = Buffer.from(text, encoding);
  if (bytes.toString(encoding) === text) return bytes;
  throw refused();
};

const asLatin1 = (bytes: Uint8Array, isCertain: boolean): TextFile => ({
  text: Buffer.from(bytes).toString('latin1'),
  isCertain,
  encode: encodeAs('latin1'),
});

function asDeclared(bytes: Uint8Array): TextFile | undefined {
  const name = declaredEncoding(Buffer.from(bytes.subarray(0, 1_000)));
  if (name === 'latin1') return asLatin1(bytes, true);
  const encoding = name === undefined ? undefined : singleByte(name);
  const text = encoding?.decode(bytes);
  if (!encoding || text === undefined) return undefined;
  return {
    text,
    isCertain: true,
    encode(changed) {
      const encoded = encoding.encode(changed);
      if (encoded) return encoded;
      throw refused();
    },
  };
}

/**
 * Decodes a source file so that unchanged text encodes to the very same bytes: by the encoding of single bytes that it
 * declares (PEP 263); else UTF-8 where it is valid; else one character a byte, which keeps whatever it is intact.
 */
export function decodeText(bytes: Uint8Array): TextFile {
  const declared = asDeclared(bytes);
  if (declared) return declared;
  try {
    return { text: strict.decode(bytes), isCertain: true, encode: encodeAs('utf8') };
  } catch {
    return asLatin1(bytes, false);
  }
}

export function isUtf8(bytes: Uint8Array): boolean {
  try {
    strict.decode(bytes);
    return true;
  } catch {
    return false;
  }
}
