import type { Branch } from '../domain/facts.ts';
import type { Binding, ScopeModel } from './model.ts';

interface Lines {
  readonly fromLine: number;
  readonly untilLine: number;
}

const isWithin = (inner: Lines, outer: Lines): boolean =>
  outer.fromLine <= inner.fromLine && inner.untilLine <= outer.untilLine;

/** Whether whoever comes to `line` has gone through one of the blocks between these lines. */
const isPassed = (branches: readonly Branch[], blocks: Lines, line: number): boolean =>
  blocks.untilLine < line &&
  branches.every((around) => !isAround(around, blocks) || line <= around.untilLine);

const isAround = (branch: Branch, blocks: Lines): boolean =>
  isWithin(blocks, branch) && branch.fromLine < blocks.fromLine;

/** Whether each of the blocks that does not leave gives the name a value, always. */
function isBoundInAll(bindings: readonly Binding[], branches: readonly Branch[], blocks: Lines): boolean {
  let until = 0;
  for (const block of branches) {
    if (!isWithin(block, blocks) || block.fromLine <= until) continue;
    until = block.untilLine;
    const isBound = bindings.some(
      ({ branch }) => branch?.fromLine === block.fromLine && branch.untilLine === block.untilLine,
    );
    if (!isBound && !block.leaves) return false;
  }
  return true;
}

/** The bindings without those that all branches of a later `if … else` or `match` write over before `line`. */
export function uncovered(
  bindings: readonly Binding[],
  { facts: { branches } }: ScopeModel,
  line: number,
): readonly Binding[] {
  if (!branches) return bindings;
  let left = bindings;
  for (const { closes, untilLine } of branches) {
    if (closes === undefined || !left.some((binding) => binding.line < closes)) continue;
    const blocks = { fromLine: closes, untilLine };
    if (isPassed(branches, blocks, line) && isBoundInAll(left, branches, blocks))
      left = left.filter((binding) => binding.line >= closes);
  }
  return left;
}
