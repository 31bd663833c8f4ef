import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import multipart from '@fastify/multipart';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { endpoints } from '#contract/endpoints.ts';
import { general } from '#contract/messages/general.ts';
import { applicationsRoutes } from './features/applications/applications.routes.ts';
import { auditRoutes } from './features/audit/audit.routes.ts';
import { careersRoutes } from './features/careers/careers.routes.ts';
import { chatRoutes } from './features/chat/chat.routes.ts';
import { damagesRoutes } from './features/damages/damages.routes.ts';
import { documentsRoutes } from './features/documents/documents.routes.ts';
import { employeeFilesRoutes } from './features/employee-files/employee-files.routes.ts';
import { employeesRoutes } from './features/employees/employees.routes.ts';
import { filesRoutes } from './features/files/files.routes.ts';
import { holidaysRoutes } from './features/holidays/holidays.routes.ts';
import { hoursRoutes } from './features/hours/hours.routes.ts';
import { inquiriesRoutes } from './features/inquiries/inquiries.routes.ts';
import { notificationsRoutes } from './features/notifications/notifications.routes.ts';
import { passwordsRoutes } from './features/passwords/passwords.routes.ts';
import { portalRoutes } from './features/portal/portal.routes.ts';
import { pushRoutes } from './features/push/push.routes.ts';
import { receiptsRoutes } from './features/receipts/receipts.routes.ts';
import { sessionRoutes } from './features/session/session.routes.ts';
import { settlementDropsRoutes } from './features/settlement-drops/settlement-drops.routes.ts';
import { siteRoutes } from './features/site/site.routes.ts';
import { spotlightRoutes } from './features/spotlight/spotlight.routes.ts';
import { storeRoutes } from './features/store/store.routes.ts';
import { testimonialsRoutes } from './features/testimonials/testimonials.routes.ts';
import { usersRoutes } from './features/users/users.routes.ts';
import { handleErrors } from './platform/answers.ts';
import { notFound } from './platform/errors.ts';
import type { Ground } from './platform/ground.ts';
import { readJsonBodies } from './platform/json-bodies.ts';
import { watchRequests } from './platform/metrics.ts';
import { closeWhenAnswered, timeBodies, usualPatience } from './platform/patience.ts';
import { isForSockets } from './platform/realtime/doors.ts';
import { serveRealtime } from './platform/realtime/serve-realtime.ts';
import { refuseOtherMethods, registry } from './platform/routes.ts';
import { refuseAddress, refuseBytes, refuseStrays } from './platform/stray-requests.ts';
import { multipartOptions } from './platform/uploads.ts';
import { serveApiDocs } from './platform/web/api-docs.ts';
import { serveAssets } from './platform/web/assets.ts';
import { securityHeaders } from './platform/web/headers.ts';
import { serveHealth } from './platform/web/health.ts';
import { type PageSource, refuseUnknownApi, servePages } from './platform/web/pages.ts';

/** What can only be read, beside the calls of the contract. */
const readOnly = [
  '/healthz',
  '/readyz',
  '/robots.txt',
  '/sitemap.xml',
  '/holidays.ics',
  '/favicon.svg',
  '/favicon.ico',
  '/push-worker.js',
  '/push-icon.png',
  '/assets/*',
  '/files/*',
  '/api/openapi.json',
].map((path) => ({ path, method: 'GET' }));

/** Builds the whole server on its ground; `pages` is null where only the API is wanted. */
export async function buildApp(
  ground: Ground,
  pages: PageSource | null,
  patience = usualPatience,
): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: ground.log as FastifyBaseLogger,
    // Addresses and query strings can hold personal data: our own line says what matters.
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: ground.config.trustProxy ?? false,
    routerOptions: { caseSensitive: false, ignoreTrailingSlash: true, maxParamLength: 300 },
    forceCloseConnections: 'idle',
    // Bodies have timers of their own; Node's would be for the whole request.
    requestTimeout: 0,
    http: {
      headersTimeout: patience.headers,
      // Who offers to speak HTTP/2 as well is answered as anybody else.
      shouldUpgradeCallback: isForSockets,
      // Node looks only this often; by itself twice a minute.
      connectionsCheckingInterval: Math.min(1_000, patience.headers),
    },
    frameworkErrors: refuseAddress,
    clientErrorHandler: refuseBytes,
    bodyLimit: 64 * 1024,
    return503OnClosing: false,
  });
  app.decorateRequest('user', null);

  timeBodies(app, patience.body);
  closeWhenAnswered(app);
  handleErrors(app);
  refuseStrays(app);
  watchRequests(app);
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(securityHeaders);
    done();
  });
  await app.register(compress, {
    threshold: 2048,
    encodings: ['br', 'gzip'],
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  });
  await app.register(multipart, multipartOptions);

  serveHealth(app, ground);
  siteRoutes(app, ground);
  holidaysRoutes(app, ground);
  await app.register(async (api) => {
    readJsonBodies(api);
    api.addHook('onRequest', (_request, reply, done) => {
      reply.header('cache-control', 'no-store');
      done();
    });
    const { register, endpoints: registered } = registry(api, ground, patience.upload);

    // Public and signed-in calls alike: the access of each stands in its endpoint.
    sessionRoutes(register, ground, api);
    careersRoutes(register, ground, api);
    inquiriesRoutes(register, ground, api);
    applicationsRoutes(register, ground, api);
    filesRoutes(register, ground, api);
    notificationsRoutes(register, ground, api);
    portalRoutes(register, ground, api);
    usersRoutes(register, ground, api);
    employeesRoutes(register, ground, api);
    passwordsRoutes(register, ground, api);
    auditRoutes(register, ground, api);
    hoursRoutes(register, ground, api);
    damagesRoutes(register, ground, api);
    documentsRoutes(register, ground, api);
    receiptsRoutes(register, ground, api);
    employeeFilesRoutes(register, ground, api);
    settlementDropsRoutes(register, ground, api);
    chatRoutes(register, ground, api);
    pushRoutes(register, ground, api);
    storeRoutes(register, ground, api);
    spotlightRoutes(register, ground, api);
    testimonialsRoutes(register, ground, api);

    const names = new Set(registered.map((endpoint) => endpoint.name));
    const missing = endpoints.filter((endpoint) => !names.has(endpoint.name));
    if (missing.length > 0) {
      throw new Error(`no handler for ${missing.map((endpoint) => endpoint.name).join(', ')}`);
    }
    refuseOtherMethods(api, endpoints);
    refuseUnknownApi(api, notFound(general.notFound));
  });
  await serveRealtime(app, ground);
  await serveApiDocs(app, endpoints, ground.config.publicUrl);
  refuseOtherMethods(app, readOnly);
  if (pages) {
    if (pages.mode === 'production') await serveAssets(app);
    pages.attach?.(app);
    servePages(app, ground, pages);
  }
  return app;
}
