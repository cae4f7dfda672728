import { z } from 'zod';
import type { Tool } from './define-tool.ts';

/** JSON Schema, draft 7, of an object. */
export interface ObjectSchema {
  readonly [keyword: string]: unknown;
  readonly type: 'object';
}

/** A tool as programs in other languages, and models, are told of it. */
export interface ToolDescription {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: ObjectSchema;
  readonly outputSchema: ObjectSchema;
}

function schemaOf(type: z.ZodType, io: 'input' | 'output'): ObjectSchema {
  const { $schema: _, ...schema } = z.toJSONSchema(type, { target: 'draft-7', io });
  return { ...schema, type: 'object' };
}

export const describeTool = ({ name, description, input, output }: Tool): ToolDescription => ({
  name,
  description,
  inputSchema: schemaOf(input, 'input'),
  outputSchema: schemaOf(output, 'output'),
});
