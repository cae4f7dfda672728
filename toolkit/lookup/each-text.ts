import type { CheckoutView, ListedFile } from '../tool-context.ts';

/** Read at once: enough to keep a disk busy, few enough to hold in memory. */
const together = 32;

/** Texts of files in their order; those that are binary or too large have none. */
export async function* eachText(
  view: CheckoutView,
  files: readonly ListedFile[],
): AsyncGenerator<readonly [path: string, text: string | undefined], void, undefined> {
  for (let from = 0; from < files.length; from += together) {
    const batch = files.slice(from, from + together);
    const texts = await Promise.all(batch.map(({ path }) => view.read(path)));
    for (const [index, { path }] of batch.entries()) yield [path, texts[index]];
  }
}
