/** Robertson and Zaragoza, The Probabilistic Relevance Framework (2009), with its usual constants. */
const saturation = 1.2;
const lengthShare = 0.75;

/** How much a term tells that `having` of `documents` have; above 0 always. */
export const inverseFrequency = (documents: number, having: number): number =>
  Math.log(1 + (documents - having + 0.5) / (having + 0.5));

/** What `count` uses of a term are worth in a document of `relativeLength` times the mean length. */
export const weigh = (count: number, relativeLength: number): number =>
  (count * (saturation + 1)) / (count + saturation * (1 - lengthShare + lengthShare * relativeLength));
