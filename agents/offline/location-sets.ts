import type { EntityLocation, Locations } from '../domain/location.ts';

export interface LocationSetOptions {
  /** 1 to 4. */
  readonly sets: number;
  /** Most entities in one set. */
  readonly size?: number;
}

/** Kinds a fix can be made in; a whole file is too much for one branch. */
const isPlace = ({ kind }: EntityLocation) => kind === 'method' || kind === 'class' || kind === 'variable';

/** What a branch starts from, told by the sentence that says most for an entity. */
const themes = ['proof', 'name', 'text', 'graph'] as const;
type Theme = (typeof themes)[number];

/** The first reason is the most telling one; its first words say what kind of evidence it is. */
function themeOf({ reasons }: EntityLocation): Theme {
  const first = reasons[0] ?? '';
  if (/traceback|failing test|runs in/i.test(first)) return 'proof';
  if (/\bnames?\b.*\bissue\b/i.test(first)) return 'name';
  return /tied in the code/i.test(first) ? 'graph' : 'text';
}

/** `wanted` not yet in `taken`, best first, at most `room`. */
const unused = (wanted: readonly EntityLocation[], taken: ReadonlySet<string>, room: number) =>
  wanted.filter(({ id }) => !taken.has(id)).slice(0, Math.max(0, room));

/**
 * Splits what the locator found into sets for parallel branches, at most `size` entities each. The first set is
 * the best over all. Each further one starts from another kind of evidence (tests and tracebacks, names, words,
 * graph) and is filled up in order of score; no entity is in two sets. Fewer sets come back where there are not
 * enough places. Deterministic.
 */
export function locationSets(
  { entities }: Locations,
  { sets, size = 5 }: LocationSetOptions,
): (readonly EntityLocation[])[] {
  const places = entities.filter(isPlace);
  const taken = new Set<string>();
  const take = (chosen: readonly EntityLocation[]) => {
    for (const { id } of chosen) taken.add(id);
    return chosen;
  };
  const found: (readonly EntityLocation[])[] = [];
  const best = take(places.slice(0, size));
  if (best.length > 0) found.push(best);
  const seen = new Set<Theme>();
  while (found.length < sets && taken.size < places.length) {
    const rest = unused(places, taken, places.length);
    const theme = themes.find((one) => !seen.has(one) && rest.some((place) => themeOf(place) === one));
    if (theme) seen.add(theme);
    const themed = take(
      theme
        ? unused(
            rest.filter((place) => themeOf(place) === theme),
            taken,
            size,
          )
        : [],
    );
    const filled = take(unused(rest, taken, size - themed.length));
    found.push([...themed, ...filled]);
  }
  return found;
}
