/** A place that a traceback in the issue names. */
export interface FrameClue {
  /** As written, `/` between parts; often absolute and from another machine. */
  readonly path: string;
  /** 1-based, in the version of whoever wrote the issue. */
  readonly line: number;
  readonly function: string | null;
  /** 0 is the innermost frame of its traceback. */
  readonly depth: number;
}

/** A file that the issue names: with folders or without. */
export interface PathClue {
  readonly path: string;
  readonly line: number | null;
  /** Where it stands first. */
  readonly context: 'title' | 'prose' | 'code' | 'traceback';
}

/** Where in the issue a name stands; decides how much it counts. */
export type NameContext = 'title' | 'marked' | 'prose' | 'called' | 'code' | 'traceback' | 'word';

export interface NameClue {
  /** `register_hook`, or dotted: `requests.models.Request`. */
  readonly name: string;
  /** The most telling context it was seen in. */
  readonly context: NameContext;
}

/** A word of the issue, lower case, and how much it counts in a search. */
export interface WordClue {
  readonly word: string;
  readonly weight: number;
}

/** What the issue says that can be looked up in a repository. Every list is in order of first appearance. */
export interface Clues {
  readonly frames: readonly FrameClue[];
  readonly paths: readonly PathClue[];
  readonly names: readonly NameClue[];
  /** Error messages and quoted sentences of three words or more. */
  readonly messages: readonly string[];
  /** Heaviest first, then by word. */
  readonly words: readonly WordClue[];
}
