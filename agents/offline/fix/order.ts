import type { Proposal } from './instantiate.ts';

/** How much less each further draft of the same template at the same node, on the same line, of the same template counts. */
const nodeDecay = 0.88;
const lineDecay = 0.985;
const familyDecay = 0.02;

export interface Scored {
  readonly proposal: Proposal;
  /** 0 to 1. */
  readonly score: number;
}

const placeOf = ({ file, draft }: Proposal) => `${file.path}:${draft.line}`;

const compareScored = (a: Scored, b: Scored) =>
  b.score - a.score ||
  (a.proposal.file.path < b.proposal.file.path ? -1 : a.proposal.file.path > b.proposal.file.path ? 1 : 0) ||
  a.proposal.at - b.proposal.at;

/**
 * Best first, and mixed: a draft counts less for each better one of its template at its node, on its line, and
 * of its template anywhere, so that no family and no line takes all the first places. Stable.
 */
export function ordered(proposals: readonly Scored[]): Scored[] {
  const counts = new Map<string, number>();
  const count = (key: string) => {
    const before = counts.get(key) ?? 0;
    counts.set(key, before + 1);
    return before;
  };
  return [...proposals]
    .sort(compareScored)
    .map(({ proposal, score }) => {
      const { template, at } = proposal;
      const atNode = count(`n:${template.name}:${proposal.file.path}:${at}`);
      const onLine = count(`l:${placeOf(proposal)}`);
      const inFamily = count(`f:${template.name}`);
      const decay = nodeDecay ** atNode * lineDecay ** onLine;
      return { proposal, score: (score * decay) / (1 + familyDecay * inFamily) };
    })
    .sort(compareScored);
}
