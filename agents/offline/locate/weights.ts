/**
 * What each kind of evidence counts for, relative to the others. Each kind is first scaled so that its best
 * place has 1. Set by hand for what the evidence means, checked on the 153 even rows of SWE-bench Lite;
 * the order of the ranking hardly moves when one of them is changed by a third.
 */
export const signalWeights = {
  /** A failing test went through it: nothing says more, and the issue need not name anything. */
  coverage: 2,
  /** The end of the failing tests' own tracebacks. */
  failure: 1.5,
  /** Tracebacks in the issue. */
  frames: 1.2,
  /** The issue names the file. */
  paths: 1,
  /** The issue names the class, function or variable. */
  names: 1,
  /** The source holds a message that the issue quotes. */
  messages: 0.5,
  /** Words in common. */
  text: 1,
  /** Words of the issue that are names of files and folders. */
  modules: 0.8,
  /** Close in the graph to what the rest points at. */
  walk: 0.3,
} as const;

export type SignalKind = keyof typeof signalWeights;

/** By where in the issue a name stands. */
export const contextWeights = {
  title: 1.5,
  marked: 1,
  prose: 1,
  called: 0.6,
  code: 0.4,
  traceback: 0.3,
  word: 0.3,
} as const;

/** By where a path stands; those of a traceback are weighed as its frames already. */
export const pathWeights = { title: 1.5, prose: 1, code: 0.8, traceback: 0.3 } as const;

/** By what the name means: a class named by an issue is rarely wrong as a whole. */
export const kindWeights = { method: 1, class: 0.8, variable: 0.6, file: 0.7 } as const;

/** An outer frame counts this much of the one it called. */
export const frameDecay = 0.75;

/** How much of its file's score an entity gets on top of its own: files are found more surely. */
export const fileShare = 0.5;
/** The same where tests were traced: coverage tells entities of one file apart. */
export const tracedFileShare = 0.2;

/** A class is where its methods are: as a place to change something it comes after them. */
export const placeWeights = { method: 1, class: 0.75, variable: 0.75, file: 0.5 } as const;

/**
 * Where the failing tests' coverage is known, a method that none of them runs is hardly at fault: what speaks
 * for it counts this much. So does a file of which they run nothing.
 */
export const unrunShare = 0.4;
