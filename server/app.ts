import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import helmet from '@fastify/helmet';
import multipart from '@fastify/multipart';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { endpoints } from '#contract/endpoints.ts';
import { general } from '#contract/messages/general.ts';
import { applicationsRoutes } from './features/applications/applications.routes.ts';
import { careersRoutes } from './features/careers/careers.routes.ts';
import { filesRoutes } from './features/files/files.routes.ts';
import { inquiriesRoutes } from './features/inquiries/inquiries.routes.ts';
import { sessionRoutes } from './features/session/session.routes.ts';
import { siteRoutes } from './features/site/site.routes.ts';
import { handleErrors } from './platform/answers.ts';
import { notFound } from './platform/errors.ts';
import type { Ground } from './platform/ground.ts';
import { watchRequests } from './platform/metrics.ts';
import { refuseOtherMethods, registry } from './platform/routes.ts';
import { multipartOptions } from './platform/uploads.ts';
import { serveApiDocs } from './platform/web/api-docs.ts';
import { serveAssets } from './platform/web/assets.ts';
import { dataPolicy } from './platform/web/content-security.ts';
import { serveHealth } from './platform/web/health.ts';
import { type PageSource, refuseUnknownApi, servePages } from './platform/web/pages.ts';

/** Builds the whole server on its ground; `pages` is null where only the API is wanted. */
export async function buildApp(ground: Ground, pages: PageSource | null): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: ground.log as FastifyBaseLogger,
    // Addresses and query strings can hold personal data: our own line says what matters.
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: ground.config.trustProxy ?? false,
    routerOptions: { caseSensitive: false, ignoreTrailingSlash: true, maxParamLength: 300 },
    forceCloseConnections: 'idle',
    // Bodies have timers of their own; Node's would be for the whole request.
    requestTimeout: 0,
    bodyLimit: 64 * 1024,
    return503OnClosing: false,
  });
  app.server.headersTimeout = 10_000;
  app.decorateRequest('user', null);

  handleErrors(app);
  watchRequests(app);
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('content-security-policy', dataPolicy);
  });
  await app.register(helmet, {
    contentSecurityPolicy: false,
    strictTransportSecurity: { maxAge: 31_536_000, includeSubDomains: false },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    frameguard: { action: 'deny' },
  });
  await app.register(compress, {
    threshold: 2048,
    encodings: ['br', 'gzip'],
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  });
  await app.register(multipart, multipartOptions);

  serveHealth(app, ground);
  siteRoutes(app, ground);
  await app.register(async (api) => {
    // JSON or multipart only: a form of another site can send neither.
    api.removeContentTypeParser('text/plain');
    api.addHook('onRequest', async (_request, reply) => {
      reply.header('cache-control', 'no-store');
    });
    const { register, endpoints: registered } = registry(api, ground);

    // Public and signed-in calls alike: the access of each stands in its endpoint.
    sessionRoutes(register, ground, api);
    careersRoutes(register, ground, api);
    inquiriesRoutes(register, ground, api);
    applicationsRoutes(register, ground, api);
    filesRoutes(register, ground, api);

    const missing = endpoints.filter((endpoint) => !registered.includes(endpoint));
    if (missing.length > 0) {
      throw new Error(`no handler for ${missing.map((endpoint) => endpoint.name).join(', ')}`);
    }
    refuseOtherMethods(api, endpoints);
    refuseUnknownApi(api, notFound(general.notFound));
  });
  await serveApiDocs(app, endpoints, ground.config.publicUrl);
  if (pages) {
    if (pages.mode === 'production') await serveAssets(app);
    pages.attach?.(app);
    servePages(app, ground, pages);
  }
  return app;
}
