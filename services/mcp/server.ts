import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import {
  CallToolRequestSchema,
  type CallToolResult,
  CompleteRequestSchema,
  ErrorCode,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListToolsRequestSchema,
  McpError,
  ReadResourceRequestSchema,
  type ServerNotification,
} from '@modelcontextprotocol/sdk/types.js';
import { type MendError, toMendError } from '../../graph/kernel/errors.ts';
import type { Logger } from '../../graph/kernel/logger.ts';
import type { OnProgress } from '../../graph/kernel/progress.ts';
import { describeTool } from '../../toolkit/describe-tool.ts';
import { invoke } from '../../toolkit/invoke.ts';
import { registry, shellTool } from '../../toolkit/registry.ts';
import type { Shell } from '../../toolkit/shell/port.ts';
import type { Project } from '../project.ts';
import { completeEntity, entityTemplate, listEntities, readEntity } from './entity-resources.ts';

export interface McpParts {
  readonly project: Project;
  /** Only where commands may be run: the shell tool is offered then. */
  readonly shell?: Shell;
  /** Also give each answer typed, and its schema. Some clients put that before their model, unbounded. */
  readonly structured: boolean;
  /** Of the package. */
  readonly version: string;
  readonly logger: Logger;
}

const instructions =
  'Questions about one Python repository, answered from its code graph and its files as they are now. Start with search_code_with_context or find_methods_by_name; get_code_relationships tells who calls what. Long answers say how to get the rest.';

/** Progress messages of one request are at least this far apart. */
const progressEveryMs = 250;

function progressTeller(
  token: string | number | undefined,
  send: (notification: ServerNotification) => Promise<void>,
): OnProgress | undefined {
  if (token === undefined) return undefined;
  let progress = 0;
  let last = 0;
  return ({ stage, done, total }) => {
    const now = performance.now();
    if (now - last < progressEveryMs) return;
    last = now;
    // Stages count anew, what the protocol calls progress only grows.
    progress += 1;
    const message = `${stage} ${done}${total === undefined ? '' : `/${total}`}`;
    send({
      method: 'notifications/progress',
      params: { progressToken: token, progress, message },
    }).catch(() => undefined);
  };
}

const told = ({ code, message, hint }: MendError): string =>
  code === 'INTERNAL' ? 'an internal error of mendgraph' : `${message}${hint ? `\n${hint}` : ''}`;

const resourceMissing = -32_002;

/** What the client cancels, or hangs up on, is stopped. */
const stoppedBy = (signal: AbortSignal, shell: Shell): Shell => ({
  ...shell,
  run: (request) => shell.run({ ...request, signal }),
});

/** One MCP server, not yet connected to a transport. What is our own fault is logged and not told. */
export function makeMcpServer({ project, shell, structured, version, logger }: McpParts): Server {
  const tools = shell ? [...registry, shellTool] : registry;
  const server = new Server(
    { name: 'mendgraph', version },
    { capabilities: { tools: {}, resources: {}, completions: {} }, instructions },
  );
  const known = (thrown: unknown): MendError => {
    const error = toMendError(thrown);
    if (error.code === 'INTERNAL') logger.warn('a request failed', { error: error.stack });
    return error;
  };
  const orProtocolError = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } catch (thrown) {
      const error = known(thrown);
      const code = error.code === 'NOT_FOUND' ? resourceMissing : ErrorCode.InternalError;
      throw new McpError(code, told(error));
    }
  };

  const descriptions = tools.map((tool) => {
    const { outputSchema, ...description } = describeTool(tool);
    return {
      ...description,
      ...(structured ? { outputSchema } : {}),
      annotations: { readOnlyHint: tool !== shellTool, destructiveHint: false, openWorldHint: false },
    };
  });
  server.setRequestHandler(ListToolsRequestSchema, async () => ({ tools: descriptions }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, extra): Promise<CallToolResult> => {
    const { name, arguments: input = {}, _meta } = params;
    try {
      const { output, text } = await project.use(
        (context) =>
          invoke(tools, name, input, { ...context, ...(shell && { shell: stoppedBy(extra.signal, shell) }) }),
        progressTeller(_meta?.progressToken, extra.sendNotification),
      );
      const typed = structured ? { structuredContent: output as Record<string, unknown> } : {};
      return { content: [{ type: 'text', text }], ...typed };
    } catch (thrown) {
      return { content: [{ type: 'text', text: told(known(thrown)) }], isError: true };
    }
  });

  server.setRequestHandler(ListResourceTemplatesRequestSchema, async () => ({
    resourceTemplates: [entityTemplate],
  }));
  server.setRequestHandler(ListResourcesRequestSchema, ({ params }) =>
    orProtocolError(project.use((context) => listEntities(context, params?.cursor))),
  );
  server.setRequestHandler(ReadResourceRequestSchema, ({ params }) =>
    orProtocolError(project.use((context) => readEntity(context, params.uri))),
  );
  server.setRequestHandler(CompleteRequestSchema, ({ params }) =>
    orProtocolError(project.use((context) => completeEntity(context, params.argument.value))),
  );
  return server;
}
