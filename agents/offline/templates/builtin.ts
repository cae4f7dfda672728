import { defineTemplate, replaced } from './define-template.ts';

/** Names that are mistaken for each other, with how often; the first of a row is meant by the others too. */
const groups: readonly (readonly string[])[] = [
  ['min', 'max'],
  ['any', 'all'],
  ['sum', 'len', 'max'],
  ['sorted', 'reversed', 'list'],
  ['int', 'float', 'round'],
  ['str', 'repr'],
  ['list', 'tuple', 'set', 'sorted'],
  ['set', 'list', 'frozenset'],
  ['dict', 'set'],
  ['floor', 'ceil', 'round', 'trunc'],
  ['isinstance', 'issubclass'],
  ['getattr', 'hasattr'],
  ['range', 'enumerate'],
  ['map', 'filter'],
  ['append', 'extend', 'insert', 'add'],
  ['add', 'update', 'discard', 'append'],
  ['remove', 'discard', 'pop'],
  ['pop', 'popleft'],
  ['append', 'appendleft'],
  ['get', 'pop', 'setdefault'],
  ['items', 'keys', 'values'],
  ['update', 'setdefault'],
  ['strip', 'lstrip', 'rstrip'],
  ['split', 'rsplit', 'splitlines', 'partition'],
  ['partition', 'rpartition'],
  ['startswith', 'endswith'],
  ['lower', 'upper', 'title', 'capitalize', 'casefold'],
  ['find', 'rfind', 'index'],
  ['index', 'rindex', 'find'],
  ['encode', 'decode'],
  ['union', 'intersection', 'difference', 'symmetric_difference'],
  ['issubset', 'issuperset'],
  ['isdigit', 'isalpha', 'isalnum', 'isnumeric', 'isdecimal', 'isspace'],
  ['ljust', 'rjust', 'center'],
  ['sub', 'subn'],
  ['match', 'search', 'fullmatch'],
  ['findall', 'finditer'],
  ['dumps', 'dump'],
  ['loads', 'load'],
  ['heappush', 'heappop', 'heappushpop', 'heapreplace'],
  ['bisect_left', 'bisect_right', 'bisect'],
  ['combinations', 'permutations', 'combinations_with_replacement', 'product'],
  ['copy', 'deepcopy'],
  ['read', 'readline', 'readlines'],
  ['write', 'writelines'],
  ['appendleft', 'append'],
  ['extendleft', 'extend'],
];

type Twins = Map<string, Map<string, number>>;

function addTwins(twins: Twins, from: string, others: readonly string[]): void {
  const weights = twins.get(from) ?? new Map<string, number>();
  for (const [place, to] of others.entries()) {
    const ranked = place === 0 ? 0.85 : 0.6;
    weights.set(to, Math.max(weights.get(to) ?? 0, others.length === 1 ? 1 : ranked));
  }
  twins.set(from, weights);
}

function table(): Twins {
  const found: Twins = new Map();
  for (const group of groups)
    for (const from of group)
      addTwins(
        found,
        from,
        group.filter((other) => other !== from),
      );
  return found;
}

const twins = table();

/** A builtin or a method taken for its twin: `min` and `max`, `append` and `extend`. */
export const builtin = defineTemplate({
  name: 'builtin',
  title: 'Wrong builtin or method',
  prior: 0.9,
  symptoms: { attribute: 1.2, type: 1.2 },
  visits: ['call'],
  *draft(node) {
    const callee = node.at('function');
    const own = callee?.type === 'attribute' ? callee.at('attribute') : callee;
    if (own?.type !== 'identifier') return;
    for (const [text, weight] of twins.get(own.text) ?? []) yield replaced(own, text, weight);
  },
});
