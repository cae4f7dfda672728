/** One program with its arguments, as a shell would start it. Nothing is expanded. */
export interface SimpleCommand {
  /** Quotes removed; `$(…)` stands for what a substitution would give. */
  readonly words: readonly string[];
  /** It is followed by a single `&`. */
  readonly background: boolean;
  /** A pipe, a file or a here-document is its input. */
  readonly hasInput: boolean;
}

type FrameKind = 'top' | 'group' | 'substitution' | 'backticks' | 'double-quotes';

interface Frame {
  readonly kind: FrameKind;
  words: string[];
  word: string | null;
  hasInput: boolean;
  /** The next word is the name of a file, or ends a here-document. */
  redirect: 'file' | 'here-document' | null;
}

const frame = (kind: FrameKind, hasInput = false): Frame => ({
  kind,
  words: [],
  word: null,
  hasInput,
  redirect: null,
});

const redirection = /&>>?|<<<|<<-?|[<>]&|<>|>>|>\||[<>]/y;
const separator = /\|\||&&|;;|\|&|[|;&\n]/y;
const arithmetic = /\$\(\([^()]*(?:\([^()]*\)[^()]*)*\)\)/y;
const parameter = /\$\{[^}]*\}/y;

function take(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0];
}

/** Splits a script at the shell's operators (POSIX, Shell Command Language, 2.2 to 2.10). One pass, no recursion. */
class Splitter {
  readonly #text: string;
  readonly #commands: SimpleCommand[] = [];
  readonly #frames: Frame[] = [frame('top')];
  #documents: string[] = [];
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  split(): readonly SimpleCommand[] {
    while (this.#at < this.#text.length) this.#at += this.#step(this.#frame);
    while (this.#frames.length > 0) {
      this.#endCommand(this.#frame, false);
      this.#frames.pop();
    }
    return this.#commands;
  }

  get #frame(): Frame {
    return this.#frames.at(-1) ?? frame('top');
  }

  #step(here: Frame): number {
    const char = this.#text.charAt(this.#at);
    const quoted = here.kind === 'double-quotes';
    if (char === '\\') return this.#escaped(here);
    if (char === '$' || char === '`') return this.#expansion(here, char);
    if (char === '"') return this.#doubleQuote(here);
    if (quoted) return this.#add(here, char);
    if (char === "'") return this.#singleQuote(here);
    return this.#operator(here) ?? this.#plain(here, char);
  }

  #add(here: Frame, text: string, length = text.length): number {
    here.word = (here.word ?? '') + text;
    return length;
  }

  #escaped(here: Frame): number {
    const next = this.#text.charAt(this.#at + 1);
    // A backslash before a line's end joins the lines.
    return next === '\n' ? 2 : this.#add(here, next, 2);
  }

  #doubleQuote(here: Frame): number {
    if (here.kind !== 'double-quotes') {
      this.#frames.push({ ...frame('double-quotes'), word: '' });
      return 1;
    }
    this.#frames.pop();
    return this.#add(this.#frame, here.word ?? '', 1);
  }

  #singleQuote(here: Frame): number {
    const end = this.#text.indexOf("'", this.#at + 1);
    const stop = end < 0 ? this.#text.length : end;
    return this.#add(here, this.#text.slice(this.#at + 1, stop), stop + 1 - this.#at);
  }

  #expansion(here: Frame, char: string): number {
    if (char === '`') return this.#backtick(here);
    const skipped = take(arithmetic, this.#text, this.#at) ?? take(parameter, this.#text, this.#at);
    if (skipped) return this.#add(here, '$', skipped.length);
    if (this.#text.charAt(this.#at + 1) !== '(') return this.#add(here, char);
    this.#add(here, '$(…)');
    this.#frames.push(frame('substitution'));
    return 2;
  }

  #backtick(here: Frame): number {
    if (here.kind === 'backticks') {
      this.#endCommand(here, false);
      this.#frames.pop();
    } else {
      this.#add(here, '$(…)');
      this.#frames.push(frame('backticks'));
    }
    return 1;
  }

  #operator(here: Frame): number | undefined {
    const redirected = take(redirection, this.#text, this.#at);
    if (redirected) return this.#redirected(here, redirected);
    const separated = take(separator, this.#text, this.#at);
    if (separated) return this.#separated(here, separated);
    const char = this.#text.charAt(this.#at);
    if (char === '(') {
      this.#endCommand(here, false);
      this.#frames.push(frame('group', here.hasInput));
      return 1;
    }
    if (char !== ')') return undefined;
    this.#endCommand(here, false);
    if (here.kind === 'group' || here.kind === 'substitution') this.#frames.pop();
    return 1;
  }

  #redirected(here: Frame, operator: string): number {
    // What stands right before it is the number of a descriptor.
    if (here.word !== null && /^\d+$/.test(here.word)) here.word = null;
    this.#endWord(here);
    if (operator.startsWith('<')) here.hasInput = true;
    here.redirect = operator === '<<' || operator === '<<-' ? 'here-document' : 'file';
    return operator.length;
  }

  #separated(here: Frame, operator: string): number {
    this.#endCommand(here, operator === '&');
    here.hasInput = operator === '|' || operator === '|&';
    return operator === '\n' ? 1 + this.#hereDocuments(this.#at + 1) : operator.length;
  }

  /** Length of the here-documents that begin at `start`. */
  #hereDocuments(start: number): number {
    let at = start;
    for (const word of this.#documents) {
      for (let line: string | undefined; line !== word && at < this.#text.length; ) {
        const end = this.#text.indexOf('\n', at);
        const next = end < 0 ? this.#text.length : end;
        line = this.#text.slice(at, next).replace(/^\t+/, '');
        at = next + 1;
      }
    }
    this.#documents = [];
    return at - start;
  }

  #plain(here: Frame, char: string): number {
    if (/\s/.test(char)) {
      this.#endWord(here);
      return 1;
    }
    if (char !== '#' || here.word !== null) return this.#add(here, char);
    const end = this.#text.indexOf('\n', this.#at);
    return (end < 0 ? this.#text.length : end) - this.#at;
  }

  #endWord(here: Frame): void {
    if (here.word === null) return;
    if (here.redirect === 'here-document') this.#documents.push(here.word);
    else if (here.redirect === null) here.words.push(here.word);
    here.redirect = null;
    here.word = null;
  }

  #endCommand(here: Frame, background: boolean): void {
    this.#endWord(here);
    if (here.kind === 'double-quotes') here.words = [];
    const { words, hasInput } = here;
    if (words.length > 0) this.#commands.push({ words, background, hasInput });
    else if (background) this.#markLast();
    here.words = [];
    here.hasInput = false;
    here.redirect = null;
  }

  /** An `&` after a group: it is the group's last command that stays. */
  #markLast(): void {
    const last = this.#commands.pop();
    if (last) this.#commands.push({ ...last, background: true });
  }
}

/** The simple commands of a script, those in substitutions and groups too, in the order in which they end. */
export const simpleCommands = (script: string): readonly SimpleCommand[] => new Splitter(script).split();
