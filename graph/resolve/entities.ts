import type { ClassEntity, EntityId, MethodEntity, Span, Trait, VariableEntity } from '../domain/entity.ts';
import type { ClassScope, FunctionScope, ParameterFacts } from '../domain/facts.ts';
import type { Binding } from './model.ts';

/** What a definition's place gives it. */
interface Placed {
  readonly id: EntityId;
  readonly qualifiedName: string;
  readonly path: string;
  readonly parentId: EntityId;
}

const spanOf = ({ startLine, defLine, endLine }: Span): Span => ({ startLine, defLine, endLine });

const isOverload = /(^|\.)overload$/;
const isAbstract = /(^|\.)abstract(method|property|classmethod|staticmethod)$/;
const part = /\.(getter|setter|deleter)$/;

/** The part of a property that a function is; of a plain `@property` and its like the getter. */
function partOf({ decoratorTexts }: FunctionScope, role: MethodEntity['role']): Trait[] {
  if (role !== 'property') return [];
  const named = decoratorTexts.map((text) => part.exec(text)?.[1]).find((name) => name !== undefined);
  return [named === 'setter' || named === 'deleter' ? named : 'getter'];
}

function traitsOf(facts: FunctionScope, role: MethodEntity['role']): Trait[] {
  const { conditional, decoratorTexts, isGenerator } = facts;
  return [
    ...(conditional ? (['conditional'] as const) : []),
    ...(decoratorTexts.some((text) => isOverload.test(text)) ? (['overload'] as const) : []),
    ...(decoratorTexts.some((text) => isAbstract.test(text)) ? (['abstract'] as const) : []),
    ...(isGenerator ? (['generator'] as const) : []),
    ...partOf(facts, role),
  ];
}

const withTraits = (traits: readonly Trait[]): { readonly traits?: readonly Trait[] } =>
  traits.length > 0 ? { traits } : {};

export const classEntity = (facts: ClassScope, at: Placed): ClassEntity => ({
  kind: 'class',
  ...at,
  name: facts.name,
  span: spanOf(facts),
  bases: facts.baseTexts,
  ...(facts.keywordTexts.length > 0 ? { keywords: facts.keywordTexts } : {}),
  ...withTraits(facts.conditional ? ['conditional'] : []),
  decorators: facts.decoratorTexts,
  docstring: facts.docstring,
});

/** The last part of a decorator's name: `functools.lru_cache(1)` → `lru_cache`. */
export const decoratorName = (text: string): string =>
  (text.split('(')[0] ?? '').split('.').at(-1)?.trim() ?? '';

const constructors = new Set(['__init__', '__new__']);
const implicitClassMethods = new Set(['__init_subclass__', '__class_getitem__']);
const accessors = new Set(['setter', 'getter', 'deleter']);

function roleOf({ name, decoratorTexts }: FunctionScope, inClass: boolean): MethodEntity['role'] {
  if (!inClass) return 'function';
  const decorators = decoratorTexts.map(decoratorName);
  if (decorators.includes('staticmethod')) return 'static';
  if (decorators.includes('classmethod')) return 'class';
  if (decorators.some((text) => text.endsWith('property') || accessors.has(text))) return 'property';
  if (constructors.has(name)) return 'constructor';
  return implicitClassMethods.has(name) ? 'class' : 'instance';
}

const stars = {
  'var-positional': '*',
  'var-keyword': '**',
  positional: '',
  normal: '',
  keyword: '',
} as const;

function parameterText({ kind, name, annotationText, defaultText }: ParameterFacts): string {
  const annotated = annotationText === null ? name : `${name}: ${annotationText}`;
  const equals = annotationText === null ? '=' : ' = ';
  return `${stars[kind]}${annotated}${defaultText === null ? '' : `${equals}${defaultText}`}`;
}

/** Parameters as written, with the `/` and `*` that the kinds call for. */
function parameterTexts({ parameters }: FunctionScope): string[] {
  const texts = parameters.map(parameterText);
  const keyword = parameters.findIndex(({ kind }) => kind === 'keyword');
  if (keyword >= 0 && !parameters.some(({ kind }) => kind === 'var-positional'))
    texts.splice(keyword, 0, '*');
  const positional = parameters.findLastIndex(({ kind }) => kind === 'positional');
  if (positional >= 0) texts.splice(positional + 1, 0, '/');
  return texts;
}

function signatureOf(facts: FunctionScope): string {
  const returns = facts.returnsText === null ? '' : ` -> ${facts.returnsText}`;
  const text = `${facts.isAsync ? 'async ' : ''}def ${facts.name}(${parameterTexts(facts).join(', ')})${returns}`;
  return text.replace(/\s+/g, ' ');
}

export const methodEntity = (facts: FunctionScope, at: Placed, inClass: boolean): MethodEntity => ({
  kind: 'method',
  ...at,
  name: facts.name,
  span: spanOf(facts),
  role: roleOf(facts, inClass),
  ...withTraits(traitsOf(facts, roleOf(facts, inClass))),
  isAsync: facts.isAsync,
  parameters: facts.parameters.map(({ name, kind, annotationText, defaultText }) => ({
    name,
    kind,
    annotation: annotationText,
    default: defaultText,
  })),
  returns: facts.returnsText,
  signature: signatureOf(facts),
  decorators: facts.decoratorTexts,
  docstring: facts.docstring,
});

/** From the first binding; an annotation may come from a later one. */
export function variableEntity(
  bindings: readonly Binding[],
  at: Placed & { readonly name: string },
  scope: VariableEntity['scope'],
): VariableEntity {
  const [first] = bindings;
  const statement = first?.source.t === 'value' ? first.source.statement : undefined;
  const line = first?.line ?? 1;
  const oneLiner = statement?.form === 'assign' || statement?.form === 'annotation';
  const annotated = bindings.flatMap(({ source }) =>
    source.t === 'value' && source.statement.annotationText ? [source.statement.annotationText] : [],
  );
  return {
    kind: 'variable',
    ...at,
    span: { startLine: line, defLine: line, endLine: oneLiner ? Math.max(line, statement.endLine) : line },
    scope,
    annotation: annotated[0] ?? null,
    value: statement?.valueText ?? null,
  };
}
