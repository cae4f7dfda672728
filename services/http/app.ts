import { fastifySwagger } from '@fastify/swagger';
import { type FastifyInstance, fastify } from 'fastify';
import {
  type FastifyPluginAsyncZod,
  jsonSchemaTransform,
  jsonSchemaTransformObject,
  serializerCompiler,
  validatorCompiler,
} from 'fastify-type-provider-zod';
import { installProblems } from './problem.ts';
import { repairRoutes } from './repair-routes.ts';
import type { RepairService } from './repair-service.ts';
import { health } from './schemas.ts';

export interface AppOptions {
  readonly repairs: RepairService;
  /** Of the package. */
  readonly version: string;
  /** Where the framework writes its log lines; none when absent. */
  readonly logTo?: NodeJS.WritableStream;
}

const bodyLimit = 1024 * 1024;

const systemRoutes: FastifyPluginAsyncZod<AppOptions> = async (app, { repairs, version }) => {
  app.get(
    '/health',
    { schema: { tags: ['system'], summary: 'Whether the service answers', response: { 200: health } } },
    async () => ({ status: 'ok' as const, version, ...repairs.load() }),
  );
  app.get('/openapi.json', { schema: { hide: true } }, async () => app.swagger());
};

/** The whole REST service, not yet listening. */
export async function makeApp(options: AppOptions): Promise<FastifyInstance> {
  const app = fastify({
    bodyLimit,
    logger: options.logTo
      ? { level: 'info', stream: { write: (line) => void options.logTo?.write(line) } }
      : false,
    requestTimeout: 30_000,
    forceCloseConnections: true,
  });
  app.removeContentTypeParser('text/plain');
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  installProblems(app);
  await app.register(fastifySwagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'mendgraph',
        version: options.version,
        description: 'Repairs of repositories, in the background.',
      },
    },
    transform: jsonSchemaTransform,
    transformObject: jsonSchemaTransformObject,
  });
  await app.register(systemRoutes, options);
  await app.register(repairRoutes, { prefix: '/v1', repairs: options.repairs });
  await app.ready();
  return app;
}
