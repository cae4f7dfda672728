import type { z } from 'zod';
import type { ToolText } from './render.ts';
import type { ToolContext } from './tool-context.ts';

/** A tool: what it is called, what it takes and gives, how it works, how its result reads. */
export interface Tool<Input extends z.ZodObject = z.ZodObject, Output extends z.ZodType = z.ZodType> {
  readonly name: string;
  /** For a model that chooses among tools. */
  readonly description: string;
  readonly input: Input;
  readonly output: Output;
  /** That there is no answer is an answer, with what to try next; only broken assumptions throw. */
  run(input: z.output<Input>, context: ToolContext): Promise<z.output<Output>>;
  text(output: z.output<Output>, input: z.output<Input>): ToolText;
}

/** Types `run` and `text` by the schemas. The tool still has to be entered in `registry.ts`. */
export const defineTool = <Input extends z.ZodObject, Output extends z.ZodType>(
  tool: Tool<Input, Output>,
): Tool<Input, Output> => tool;
