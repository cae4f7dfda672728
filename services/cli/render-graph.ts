import type { Direction } from '../../graph/store/port.ts';
import { refText } from '../../toolkit/lookup/entity-ref.ts';
import type { Miss } from '../../toolkit/lookup/miss.ts';
import type {
  Callers,
  Cut,
  Found,
  FoundCallers,
  FoundPath,
  RelationGroup,
  Shown,
  ShownNames,
  Tie,
} from '../graph-questions.ts';
import type { Colours } from './colours.ts';

/** For people: what `mendgraph graph find|show|callers|path` found. Every function gives lines without a last line end. */

const more = ({ total, items }: Cut<unknown>, indent = ''): string[] =>
  total > items.length ? [`${indent}… ${total - items.length} more; --limit ${total} shows all`] : [];

const noteLines = (note: string | null): string[] => (note === null ? [] : [note]);

export function missLines({ reason, nearest, files }: Miss): string[] {
  return [
    reason,
    ...(nearest.length > 0 ? ['nearest names:', ...nearest.map((ref) => `  ${refText(ref)}`)] : []),
    ...(nearest.length === 0 && files.length > 0 ? ['files:', ...files.map((file) => `  ${file}`)] : []),
  ];
}

export const foundLines = ({ note, entities }: Found): string[] => [
  ...noteLines(note),
  ...entities.items.map((entity) => refText(entity)),
  ...more(entities),
];

const mostSites = 3;

function tieText({ entity, confidence, sites }: Tie): string {
  const places = sites.slice(0, mostSites).map(({ line }) => line);
  const rest = sites.length > mostSites ? ', …' : '';
  const where = places.length > 0 ? `, line${places.length > 1 ? 's' : ''} ${places.join(', ')}${rest}` : '';
  return `${refText(entity)} [${confidence}${where}]`;
}

const arrows: Readonly<Record<Direction, string>> = { out: '→', in: '←' };

const groupLines = (group: RelationGroup): string[] => [
  `  ${arrows[group.direction]} ${group.kind} (${group.total})`,
  ...group.items.map((tie) => `      ${tieText(tie)}`),
  ...more(group, '      '),
];

function detailLines({ entity }: Shown): string[] {
  const docstring = entity.kind === 'variable' ? null : entity.docstring;
  return [
    ...('decorators' in entity ? entity.decorators.map((text) => `  @${text}`) : []),
    ...('signature' in entity ? [`  ${entity.signature}`] : []),
    ...(entity.kind === 'class'
      ? [`  class ${entity.name}(${[...entity.bases, ...(entity.keywords ?? [])].join(', ')})`]
      : []),
    ...('traits' in entity && entity.traits ? [`  ${entity.traits.join(', ')}`] : []),
    ...(entity.kind === 'variable' && entity.value !== null ? [`  ${entity.name} = ${entity.value}`] : []),
    ...(docstring ? [`  ${docstring.trim().split('\n')[0]}`] : []),
  ];
}

function shownLines(shown: Shown, { bold }: Colours): string[] {
  const { kind, qualifiedName, path, span } = shown.entity;
  return [
    bold(`${kind} ${qualifiedName}`),
    `  ${path}:${span.startLine}-${span.endLine}`,
    ...detailLines(shown),
    ...shown.relations.flatMap(groupLines),
  ];
}

export const showLines = ({ note, shown }: ShownNames, colours: Colours): string[] => [
  ...noteLines(note),
  ...shown.items.flatMap((one) => shownLines(one, colours)),
  ...(shown.total > shown.items.length
    ? [`… ${shown.total - shown.items.length} more of that name; "graph find" lists them`]
    : []),
];

function callersOfOne({ of, direct, indirect }: Callers, { bold }: Colours): string[] {
  return [
    `${bold(refText(of))}: ${direct.total === 0 ? 'nobody calls it' : `${direct.total} callers`}`,
    ...direct.items.map((tie) => `  ${tieText(tie)}`),
    ...more(direct, '  '),
    ...(indirect && indirect.total > 0
      ? [
          `  and through these ${indirect.total} more:`,
          ...indirect.items.map((entity) => `    ${refText(entity)}`),
          ...more(indirect, '    '),
        ]
      : []),
  ];
}

export const callersLines = ({ note, callers }: FoundCallers, colours: Colours): string[] => [
  ...noteLines(note),
  ...callers.flatMap((one) => callersOfOne(one, colours)),
];

export function pathLines({ from, to, steps }: FoundPath): string[] {
  if (steps === null) return [`no way leads from ${refText(from)} to ${refText(to)}`];
  return steps.map(({ by, confidence, entity }) =>
    by === null ? refText(entity) : `  ${by} [${confidence}] → ${refText(entity)}`,
  );
}
