import type { SuggestInput } from '../../domain/roles.ts';

/** What a failing test or an issue shows of the fault. */
export type Symptom =
  | 'none-value'
  | 'type'
  | 'index'
  | 'key'
  | 'attribute'
  | 'name'
  | 'recursion'
  | 'unpack'
  | 'value'
  | 'zero-division'
  | 'timeout'
  | 'changed-size'
  | 'not-raised'
  | 'arguments'
  | 'assertion';

export interface FixClues {
  readonly symptoms: ReadonlySet<Symptom>;
  /** Identifiers in the issue and in what failing tests said. */
  readonly words: ReadonlySet<string>;
  /** Quoted texts there, as written between the quotes. */
  readonly strings: readonly string[];
  readonly numbers: readonly string[];
}

const maxText = 60_000;

const signs: readonly (readonly [Symptom, RegExp])[] = [
  ['none-value', /NoneType|is None\b|\bNone\b/],
  ['type', /TypeError/],
  ['index', /IndexError|out of range/],
  ['key', /KeyError/],
  ['attribute', /AttributeError|has no attribute/],
  ['name', /NameError|UnboundLocalError|is not defined/],
  ['recursion', /RecursionError|maximum recursion/],
  ['unpack', /values to unpack/],
  ['value', /ValueError/],
  ['zero-division', /ZeroDivisionError|division by zero/],
  ['timeout', /Timeout|timed out|hangs?\b|infinite loop|never (?:ends|returns|stops)/i],
  ['changed-size', /changed size during iteration/],
  ['not-raised', /DID NOT RAISE|not raised/i],
  ['arguments', /positional argument|unexpected keyword|required keyword/],
  ['assertion', /AssertionError|\bassert\b/],
];

/** Reads what failing tests said and the issue; texts are bounded. */
export function readClues({ issue, reproduction }: Pick<SuggestInput, 'issue' | 'reproduction'>): FixClues {
  const failing = reproduction?.failing ?? [];
  const said = failing.map(({ message }) => message ?? '').join('\n');
  const text = `${said}\n${issue.text}`.slice(0, maxText);
  const symptoms = new Set(signs.filter(([, sign]) => sign.test(text)).map(([symptom]) => symptom));
  if (failing.some(({ status }) => status === 'timeout')) symptoms.add('timeout');
  return {
    symptoms,
    words: new Set(text.match(/[A-Za-z_]\w{1,60}/g) ?? []),
    strings: [
      ...new Set([...text.matchAll(/(['"`])((?:(?!\1)[^\\\n]){1,80})\1/g)].map((found) => found[2] ?? '')),
    ],
    numbers: [...new Set(text.match(/(?<![\w.])\d{1,9}(?![\w.])/g) ?? [])].slice(0, 40),
  };
}
