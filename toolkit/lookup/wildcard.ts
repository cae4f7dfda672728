/**
 * Whether `path` fits a pattern in which `*` stands for any text (folders too) and `?` for one character. Steps
 * back to the last star only, so the work is bounded by the product of both lengths.
 */
export function fits(pattern: string, path: string): boolean {
  // Most paths end otherwise than `*.py` does.
  const end = pattern.slice(Math.max(pattern.lastIndexOf('*'), pattern.lastIndexOf('?')) + 1);
  if (!path.endsWith(end)) return false;
  let star = -1;
  let from = 0;
  let at = 0;
  let place = 0;
  while (place < path.length) {
    if (pattern[at] === '*') {
      star = at;
      from = place;
      at += 1;
    } else if (pattern[at] === '?' || pattern[at] === path[place]) {
      at += 1;
      place += 1;
    } else if (star >= 0) {
      at = star + 1;
      from += 1;
      place = from;
    } else return false;
  }
  while (pattern[at] === '*') at += 1;
  return at === pattern.length;
}
