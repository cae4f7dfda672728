import { type Node, withTree } from '../../graph/parse/python-parser.ts';
import { distanceFrom } from '../../graph/query/edit-distance.ts';
import { kindOfUse, subjectOf, type UseKind } from './variable-use.ts';
import { columnOf, lineOf, namedNodes } from './walk-tree.ts';

export interface Use {
  readonly line: number;
  readonly column: number;
  readonly kind: UseKind;
  /** As written: `x`, `self.x`. */
  readonly expression: string;
}

export interface Uses {
  /** In order of the text. */
  readonly uses: readonly Use[];
  /** Other names in the file that are alike, closest first. */
  readonly alike: readonly string[];
}

/** `x`, or the `x` of what `owner` says: an exact text such as `self`, or any owner. */
export interface AskedVariable {
  readonly name: string;
  readonly owner: string | null;
}

const shown = 6;
const longestExpression = 80;

function useOf(identifier: Node, { owner }: AskedVariable): Use | undefined {
  const subject = subjectOf(identifier);
  const isAttribute = subject.id !== identifier.id;
  if (owner !== null && !isAttribute) return undefined;
  if (owner !== null && subject.childForFieldName('object')?.text !== owner) return undefined;
  const kind = kindOfUse(subject);
  if (!kind) return undefined;
  const expression = isAttribute ? subject.text.slice(0, longestExpression) : identifier.text;
  return { line: lineOf(identifier), column: columnOf(identifier), kind, expression };
}

function alikeTo(name: string, names: ReadonlySet<string>): string[] {
  const measure = distanceFrom(name);
  const most = Math.max(1, Math.floor(name.length / 2));
  return [...names]
    .map((one) => ({ one, distance: measure(one) }))
    .filter(({ distance }) => distance > 0 && distance <= most)
    .sort((a, b) => a.distance - b.distance || (a.one < b.one ? -1 : 1))
    .slice(0, shown)
    .map(({ one }) => one);
}

/** All uses of a variable in a file, whatever scope they are in, and its likes. */
export const findUses = (text: string, asked: AskedVariable): Promise<Uses> =>
  withTree(text, (root) => {
    const uses: Use[] = [];
    const names = new Set<string>();
    for (const node of namedNodes(root)) {
      if (node.type !== 'identifier') continue;
      names.add(node.text);
      const use = node.text === asked.name ? useOf(node, asked) : undefined;
      if (use) uses.push(use);
    }
    return { uses, alike: alikeTo(asked.name, names) };
  });
