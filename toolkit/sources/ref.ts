import { MendError } from '../../graph/kernel/errors.ts';
import { nearestNames } from '../../graph/query/nearest.ts';
import { shown } from './refusals.ts';

/** A name of a server's or repository's, as git lists it; `refs/tags/v1^{}` is what an annotated tag is of. */
export interface Named {
  readonly name: string;
  readonly id: string;
}

/** What to ask for, and the commit that it leads to; they differ for an annotated tag. */
export interface Wanted {
  readonly id: string;
  readonly commit: string;
}

export const isId = (text: string): boolean => /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(text);

const isShortId = (text: string): boolean => /^[0-9a-f]{7,39}$/.test(text);

const mostCharacters = 250;

/**
 * Refuses what is no name of a branch, tag or commit; what remains can't be taken for an option or a question.
 * @throws MendError `USAGE`
 */
export function checkRef(ref: string): void {
  const isBad =
    ref === '' ||
    ref.length > mostCharacters ||
    /^[-./]|\.\.|\/\/|@\{|[\s~^:?*[\\\p{Cc}]|[./]$|\.lock$/u.test(ref);
  if (isBad)
    throw new MendError('USAGE', `"${shown(ref)}" is no name of a branch, tag or commit`, {
      hint: 'for example: --ref main, --ref v1.0, --ref 3f2a…',
    });
}

const shownNames = 5;

const shortName = (name: string): string => name.replace(/^refs\/(?:heads|tags|remotes\/origin)\//, '');

export function noSuchRef(ref: string, where: string, all: readonly Named[]): MendError {
  const names = [...new Set(all.map(({ name }) => shortName(name.replace(/\^\{\}$/, ''))))];
  const near = nearestNames(ref, shownNames, {
    length: names.length,
    name: (index) => names[index] ?? '',
    count: () => 1,
  });
  const shownNear = near
    .flat()
    .slice(0, shownNames)
    .map((index) => shown(names[index] ?? ''));
  return new MendError('NOT_FOUND', `no branch, tag or commit ${ref} in ${where}`, {
    hint:
      shownNear.length > 0
        ? `nearest are ${shownNear.join(', ')}; a commit is named by all of its 40 digits`
        : 'it has no branch or tag',
  });
}

/** What `ref` means among all the names: a branch before a tag before any other, at last the beginning of an id. */
export function chooseRef(ref: string, all: readonly Named[]): Wanted | undefined {
  const ids = new Map(all.map(({ name, id }) => [name, id]));
  for (const name of [`refs/heads/${ref}`, `refs/tags/${ref}`, ref]) {
    const id = ids.get(name);
    if (id !== undefined) return { id, commit: ids.get(`${name}^{}`) ?? id };
  }
  if (!isShortId(ref)) return undefined;
  const meant = all.filter(({ name, id }) => id.startsWith(ref) && !name.endsWith('^{}'));
  const [first] = meant;
  if (!first || meant.some(({ id }) => id !== first.id)) return undefined;
  return { id: first.id, commit: ids.get(`${first.name}^{}`) ?? first.id };
}
