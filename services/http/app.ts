import { fastifySwagger } from '@fastify/swagger';
import { type FastifyInstance, fastify } from 'fastify';
import {
  type FastifyPluginAsyncZod,
  jsonSchemaTransform,
  jsonSchemaTransformObject,
  serializerCompiler,
  validatorCompiler,
} from 'fastify-type-provider-zod';
import { MendError } from '../../graph/kernel/errors.ts';
import { isOwnName } from './listening.ts';
import { installProblems } from './problem.ts';
import { repairRoutes } from './repair-routes.ts';
import type { RepairService } from './repair-service.ts';
import { health } from './schemas.ts';

export interface AppOptions {
  readonly repairs: RepairService;
  /** Of the package. */
  readonly version: string;
  /** Answer only to requests for this machine's own names; see `refuseOtherNames`. */
  readonly localOnly?: boolean;
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

/**
 * A web page whose name was pointed at the loopback address (DNS rebinding) must not reach a service that asks
 * for no password: its requests still carry the page's name.
 */
function refuseOtherNames(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ host }) => {
    if (isOwnName(host)) return;
    throw new MendError('PATH_OUTSIDE', 'this service answers to requests for localhost only', {
      hint: 'start it with another --host to let other machines in',
    });
  });
}

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
  if (options.localOnly) refuseOtherNames(app);
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
