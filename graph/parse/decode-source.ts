import { isAscii } from 'node:buffer';

export interface SourceText {
  readonly text: string;
  /** What was odd about the encoding, for people; `null` where nothing was. */
  readonly note: string | null;
}

const cookie = /^[ \t\f]*#.*?coding[:=][ \t]*([-\w.]+)/;
const blankOrComment = /^[ \t\f]*(?:#|\r?$)/;

/** The encoding declared in the first two lines (PEP 263), lower case with `-`; `undefined` where none is. */
function declared(bytes: Buffer): string | undefined {
  const [first = '', second = ''] = bytes
    .subarray(0, 1_000)
    .toString('latin1')
    .split(/\r\n|\r|\n/, 2);
  const inSecond = blankOrComment.test(first) ? cookie.exec(second) : null;
  return (cookie.exec(first) ?? inSecond)?.[1]?.toLowerCase().replaceAll('_', '-');
}

const utf8Names = /^(?:utf-?8(?:-.*)?|u8|utf|cp65001|us-ascii|ascii|646)$/;
const latin1Names = /^(?:latin-?1?|l1|iso-?8859-1|iso-8859-1-.*|8859|cp819)$/;

const otherNames = new Map([
  ['cp932', 'shift_jis'],
  ['sjis', 'shift_jis'],
  ['shift-jis', 'shift_jis'],
  ['eucjp', 'euc-jp'],
  ['euckr', 'euc-kr'],
  ['cp936', 'gbk'],
  ['cp949', 'euc-kr'],
  ['cp866', 'ibm866'],
  ['mac-roman', 'macintosh'],
]);

/** Python's name of an encoding → the Encoding Standard's, where they differ. */
function standardName(name: string): string {
  const codePage = /^(?:cp|windows-?)(125[0-8])$/.exec(name)?.[1];
  if (codePage) return `windows-${codePage}`;
  const part = /^iso-?8859-?(\d+)$/.exec(name)?.[1] ?? /^latin-?([2-9]|10)$/.exec(name)?.[1];
  if (part) return name.startsWith('latin') ? `latin${part}` : `iso-8859-${part}`;
  return otherNames.get(name) ?? name;
}

/**
 * The encoding that a source file declares (PEP 263), by its name in the Encoding Standard, but `latin1` for Latin-1;
 * `undefined` where none is declared.
 */
export function declaredEncoding(bytes: Buffer): string | undefined {
  const name = declared(bytes);
  if (name === undefined) return undefined;
  if (latin1Names.test(name)) return 'latin1';
  return utf8Names.test(name) ? 'utf-8' : standardName(name);
}

/** The text, or `undefined` where the bytes are not of that encoding or it is not known. */
function tryDecode(bytes: Buffer, encoding: string): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

const asLatin1 = (bytes: Buffer, why: string): SourceText => ({
  text: bytes.toString('latin1'),
  note: `${why}; read as Latin-1`,
});

/**
 * The text of a Python source file: UTF-8, or what its first lines declare (PEP 263). Line ends stay. Where the
 * bytes contradict that, they are read as Latin-1, which at least keeps all that is ASCII, and `note` says so.
 */
export function decodeSource(bytes: Buffer): SourceText {
  const name = declared(bytes);
  // The Encoding Standard takes Latin-1 for Windows-1252; Python does not.
  if (isAscii(bytes) || (name && latin1Names.test(name))) {
    return { text: bytes.toString('latin1'), note: null };
  }
  if (name === undefined || utf8Names.test(name)) {
    const text = tryDecode(bytes, 'utf-8');
    if (text !== undefined) return { text, note: null };
    return asLatin1(
      bytes,
      name ? `not ${name}, though it says so` : 'not UTF-8, and no encoding is declared',
    );
  }
  const text = tryDecode(bytes, standardName(name));
  if (text !== undefined) return { text, note: null };
  const utf8 = tryDecode(bytes, 'utf-8');
  const why = `the declared encoding "${name.slice(0, 40)}" is unknown or does not fit`;
  return utf8 === undefined ? asLatin1(bytes, why) : { text: utf8, note: `${why}; read as UTF-8` };
}

/** Whether these are no text at all; Python refuses NUL bytes too. */
export const isBinary = (bytes: Buffer): boolean => bytes.includes(0);
