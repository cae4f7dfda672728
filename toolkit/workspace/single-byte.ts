/** Not Windows-1252, which Node 20 reads as Latin-1. */
const names = /^(?:windows-(?!1252)|iso-8859-|koi8-|ibm866$|macintosh$|x-mac-)/;

/** An encoding in which each byte is a character. */
export interface SingleByte {
  /** `undefined` where a byte stands for nothing. */
  decode(bytes: Uint8Array): string | undefined;
  /** `undefined` where a character has no byte. */
  encode(text: string): Buffer | undefined;
}

type Decoder = InstanceType<typeof TextDecoder>;

function decoderOf(encoding: string): Decoder | undefined {
  try {
    const decoder = new TextDecoder(encoding, { fatal: true });
    return names.test(decoder.encoding) ? decoder : undefined;
  } catch {
    return undefined;
  }
}

function characterOf(decoder: Decoder, byte: number): string | undefined {
  try {
    return decoder.decode(Uint8Array.of(byte));
  } catch {
    return undefined;
  }
}

/** By a name of the Encoding Standard; `undefined` for one that is not of single bytes, or not known. */
export function singleByte(encoding: string): SingleByte | undefined {
  const decoder = decoderOf(encoding);
  if (!decoder) return undefined;
  const characters = Array.from({ length: 256 }, (_, byte) => characterOf(decoder, byte));
  const bytes = new Map(characters.map((character, byte) => [character, byte]));
  return {
    decode(given) {
      const text = Array.from(given, (byte) => characters[byte]);
      return text.includes(undefined) ? undefined : text.join('');
    },
    encode(text) {
      const encoded = Array.from(text, (character) => bytes.get(character));
      return encoded.includes(undefined) ? undefined : Buffer.from(encoded as number[]);
    },
  };
}
