/** As PEP 263 has it: in one of the first two lines. */
const declared = /^[ \t\f]*#.{0,200}?coding[:=][ \t]*([-\w.]{1,40})/;
const looked = 8000;

function declaredEncoding(bytes: Uint8Array): string | undefined {
  const head = Buffer.from(bytes.subarray(0, 1000)).toString('latin1').split('\n', 2);
  for (const line of head) {
    const [, name] = declared.exec(line) ?? [];
    if (name !== undefined) return name.toLowerCase().replace(/^(?:latin|iso)[-_]?1$/, 'iso-8859-1');
  }
  return undefined;
}

function decode(bytes: Uint8Array, encoding: string): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** The text of a file: by its coding line (PEP 263), else as UTF-8, else as Latin-1; `undefined` for a binary file. */
export function decodeText(bytes: Uint8Array): string | undefined {
  if (bytes.subarray(0, looked).includes(0)) return undefined;
  const named = declaredEncoding(bytes);
  const first = named === undefined ? undefined : decode(bytes, named);
  return first ?? decode(bytes, 'utf-8') ?? Buffer.from(bytes).toString('latin1');
}
