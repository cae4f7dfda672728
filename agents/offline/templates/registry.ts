import { argument } from './argument.ts';
import { assign } from './assign.ts';
import { attribute } from './attribute.ts';
import { builtin } from './builtin.ts';
import { compare } from './compare.ts';
import { condition } from './condition.ts';
import { constant } from './constant.ts';
import { decorator } from './decorator.ts';
import type { Template } from './define-template.ts';
import { exception } from './exception.ts';
import { expression } from './expression.ts';
import { guard } from './guard.ts';
import { insert } from './insert.ts';
import { keyword } from './keyword.ts';
import { loop } from './loop.ts';
import { name } from './name.ts';
import { offByOne } from './off-by-one.ts';
import { operand } from './operand.ts';
import { operator } from './operator.ts';
import { returned } from './return.ts';
import { slice } from './slice.ts';
import { statement } from './statement.ts';
import { swap } from './swap.ts';
import { wrap } from './wrap.ts';

/** Every fix template. To add one: a file beside this one, and a line here. */
export const templates: readonly Template[] = [
  compare,
  operator,
  offByOne,
  swap,
  constant,
  name,
  attribute,
  builtin,
  condition,
  guard,
  returned,
  slice,
  operand,
  wrap,
  loop,
  assign,
  expression,
  insert,
  statement,
  argument,
  keyword,
  exception,
  decorator,
];
