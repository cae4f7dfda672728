import { readFile, writeFile } from 'node:fs/promises';
import { applyEdits } from './apply-edits.ts';
import { contained } from './contained.ts';
import type { Checkout, Edit } from './port.ts';
import { type Manifest, restore } from './restore.ts';
import type { Shadow } from './shadow.ts';
import { decodeText } from './text-file.ts';

interface CheckoutParts {
  readonly root: string;
  readonly base: string;
  readonly manifest: Manifest;
  readonly shadow: Shadow;
  /** Called once it is clean again. */
  readonly giveBack: (checkout: Checkout) => void;
}

function byPath(edits: readonly Edit[]): Map<string, Edit[]> {
  const groups = new Map<string, Edit[]>();
  for (const edit of edits) groups.set(edit.path, [...(groups.get(edit.path) ?? []), edit]);
  return groups;
}

export function makeCheckout({ root, base, manifest, shadow, giveBack }: CheckoutParts): Checkout {
  const checkout: Checkout = {
    root,
    async edit(edits) {
      const changes: [file: string, bytes: Buffer][] = [];
      for (const [path, own] of byPath(edits)) {
        const file = await contained(root, path);
        const { text, encode } = decodeText(await readFile(file));
        changes.push([file, encode(applyEdits(text, own))]);
      }
      for (const [file, bytes] of changes) await writeFile(file, bytes);
    },
    apply: (patch) => shadow.apply(root, patch),
    diff: (paths) => shadow.diff(root, paths),
    reset: () => restore(base, root, manifest),
    async release() {
      await restore(base, root, manifest);
      giveBack(checkout);
    },
  };
  return checkout;
}
