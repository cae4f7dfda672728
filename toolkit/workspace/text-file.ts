import { MendError } from '../../graph/kernel/errors.ts';

/** A file's text and the way back to its bytes. */
export interface TextFile {
  /** With its byte-order mark and its line ends as they are. */
  readonly text: string;
  /** Throws `EDIT_REJECTED` for a character that the file's encoding has no bytes for. */
  encode(text: string): Buffer;
}

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

const encodeAs = (encoding: 'utf8' | 'latin1') => (text: string) => {
  const bytes = Buffer.from(text, encoding);
  if (bytes.toString(encoding) === text) return bytes;
  throw new MendError('EDIT_REJECTED', "the new text holds a character that the file's encoding does not", {
    hint: 'write it with an escape sequence',
  });
};

/**
 * Decodes a source file so that unchanged text encodes to the very same bytes: UTF-8 where it is valid,
 * otherwise one character a byte, which keeps every single-byte encoding of PEP 263 intact.
 */
export function decodeText(bytes: Uint8Array): TextFile {
  try {
    return { text: strict.decode(bytes), encode: encodeAs('utf8') };
  } catch {
    return { text: Buffer.from(bytes).toString('latin1'), encode: encodeAs('latin1') };
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
