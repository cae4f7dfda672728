import { isShown, textOf } from './checkout-view.ts';
import { repositoryPath } from './lookup/repository-path.ts';
import type { CheckoutView, ListedFile } from './tool-context.ts';
import { locate } from './workspace/locate.ts';

/** Contents of files by path; `null`: the file is gone. */
export type EditedFiles = ReadonlyMap<string, Buffer | null>;

/** The look at `base`, a folder that is at `root` (a real path), as if these of its files had been edited. */
export function editedView(base: CheckoutView, root: string, edited: EditedFiles): CheckoutView {
  const texts = new Map<string, string | undefined>();
  const textAt = (place: string): string | undefined => {
    const bytes = edited.get(place);
    if (bytes && isShown(place) && !texts.has(place)) texts.set(place, textOf(bytes));
    return texts.get(place);
  };
  let files: Promise<ListedFile[]> | undefined;
  /** No link is among them, so that each is what it is called. */
  let paths: Promise<ReadonlySet<string>> | undefined;
  const listed = () => {
    paths ??= base.list().then((all) => new Set(all.map(({ path }) => path)));
    return paths;
  };
  const list = async (): Promise<ListedFile[]> => {
    const kept = (await base.list()).filter(({ path }) => !edited.has(path));
    for (const [path, bytes] of edited) if (bytes && isShown(path)) kept.push({ path, size: bytes.length });
    return kept.sort((a, b) => (a.path < b.path ? -1 : 1));
  };
  return {
    list() {
      files ??= list();
      return files;
    },
    async read(written) {
      const path = repositoryPath(written, root);
      if (!edited.has(path) && (await listed()).has(path)) return base.read(path);
      const place = edited.has(path) ? path : await locate(root, path).catch(() => path);
      return edited.has(place) ? textAt(place) : base.read(path);
    },
    mayHold(text) {
      const passes = base.mayHold?.(text);
      return (path) => edited.has(path) || (passes?.(path) ?? true);
    },
  };
}
