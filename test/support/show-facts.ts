import type {
  Expression,
  FileFacts,
  ParameterFacts,
  Scope,
  Statement,
  Target,
} from '../../graph/domain/facts.ts';

const list = (items: readonly (Expression | Target)[]): string => items.map(show).join(', ');

function showCall({ fn, args, keywords }: Extract<Expression, { t: 'call' }>): string {
  const named = keywords.map(([name, value]) =>
    name === null ? `**${show(value)}` : `${name}=${show(value)}`,
  );
  return `${show(fn)}(${[...args.map(show), ...named].join(', ')})`;
}

function showChoice({ op, options, test }: Extract<Expression, { t: 'choice' }>): string {
  const [first, second] = options;
  if (test && first && second) return `(${show(first)} if ${show(test)} else ${show(second)})`;
  return `(${options.map(show).join(` ${op} `)})`;
}

function showOther({ op, type, parts }: Extract<Expression, { t: 'other' }>): string {
  return `<${[op, type].filter(Boolean).join(' ')}${op || type ? ': ' : ''}${list(parts)}>`;
}

/** An expression or a target in a notation near Python's; `#n` is the scope with that number. */
export function show(of: Expression | Target): string {
  switch (of.t) {
    case 'name':
      return of.id;
    case 'attr':
      return `${show(of.of)}.${of.name}`;
    case 'call':
      return showCall(of);
    case 'item':
      return `${show(of.of)}[${show(of.index)}]`;
    case 'const':
      return of.value === undefined ? of.type : `${of.type}:${of.value}`;
    case 'tuple':
      return `(${list(of.items)},)`;
    case 'list':
      return `[${list(of.items)}]`;
    case 'set':
      return `{${list(of.items)}}`;
    case 'dict':
      return `{${of.entries.map(([key, value]) => `${key ? show(key) : '**'}: ${show(value)}`).join(', ')}}`;
    case 'star':
      return `*${show(of.of)}`;
    case 'lambda':
      return `lambda#${of.scope}`;
    case 'comp':
      return `${of.of}#${of.scope}`;
    case 'await':
      return `await ${show(of.of)}`;
    case 'choice':
      return showChoice(of);
    case 'binary':
      return `(${show(of.left)} ${of.op} ${show(of.right)})`;
    case 'walrus':
      return `(${of.name} := ${show(of.value)})`;
    case 'other':
      return showOther(of);
    case 'unpack':
      return `(${list(of.items)})`;
  }
}

function showBind(bind: Extract<Statement, { t: 'bind' }>): string {
  const annotation = bind.annotation ? `: ${show(bind.annotation)}` : '';
  const value = bind.value ? ` = ${show(bind.value)}` : '';
  return `${bind.isAsync ? 'async ' : ''}${bind.form} ${show(bind.target)}${annotation}${value}`;
}

function showFrom({ level, module, name, alias }: Extract<Statement, { t: 'from' }>): string {
  return `from ${'.'.repeat(level)}${module} import ${name}${alias ? ` as ${alias}` : ''}`;
}

export function showStatement(statement: Statement): string {
  switch (statement.t) {
    case 'bind':
      return showBind(statement);
    case 'import':
      return `import ${statement.name}${statement.alias ? ` as ${statement.alias}` : ''}`;
    case 'from':
      return showFrom(statement);
    case 'define':
      return `define #${statement.scope}`;
    case 'use':
    case 'raise':
      return `${statement.t} ${show(statement.value)}`;
    case 'return':
    case 'yield':
    case 'yield-from':
      return `${statement.t}${statement.value ? ` ${show(statement.value)}` : ''}`;
    case 'global':
    case 'nonlocal':
      return `${statement.t} ${statement.names.join(', ')}`;
    case 'narrow': {
      const { of, type, negated, fromLine, untilLine } = statement;
      return `${fromLine}-${untilLine} ${show(of)} is${negated ? ' not' : ''} ${show(type)}`;
    }
  }
}

export const showParameter = ({ name, kind, annotation, default: value }: ParameterFacts): string =>
  `${kind} ${name}${annotation ? `: ${show(annotation)}` : ''}${value ? ` = ${show(value)}` : ''}`;

/** The scope with that number, which must be there. */
export function scopeAt(facts: FileFacts, index: number): Scope {
  const scope = facts.scopes[index];
  if (!scope) throw new Error(`no scope ${index}`);
  return scope;
}

/** What a scope's body says, one line a statement; the module's when no number is given. */
export const bodyOf = (facts: FileFacts, index = 0): string[] =>
  scopeAt(facts, index).body.map(showStatement);
