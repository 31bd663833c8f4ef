import multipart from '@fastify/multipart';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { endpoints } from '#contract/wire/endpoints.ts';
import { announcementsRoutes } from './features/announcements/announcements.routes.ts';
import { applicantsRoutes } from './features/applicants/applicants.routes.ts';
import { applicationsRoutes } from './features/applications/applications.routes.ts';
import { auditRoutes } from './features/audit/audit.routes.ts';
import { automaticReplyRoutes } from './features/automatic-reply/automatic-reply.routes.ts';
import { cannedRepliesRoutes } from './features/canned-replies/canned-replies.routes.ts';
import { chatRoutes } from './features/chat/chat.routes.ts';
import { claimsRoutes } from './features/claims/claims.routes.ts';
import { damagesRoutes } from './features/damages/damages.routes.ts';
import { documentsRoutes } from './features/documents/documents.routes.ts';
import { driverFileRoutes } from './features/driver-file/driver-file.routes.ts';
import { dutyRoutes } from './features/duty/duty.routes.ts';
import { employeeFilesRoutes } from './features/employee-files/employee-files.routes.ts';
import { employeesRoutes } from './features/employees/employees.routes.ts';
import { exportsRoutes } from './features/exports/exports.routes.ts';
import { filesRoutes } from './features/files/files.routes.ts';
import { holidaysRoutes } from './features/holidays/holidays.routes.ts';
import { hoursRoutes } from './features/hours/hours.routes.ts';
import { importRoutes } from './features/import/import.routes.ts';
import { inquiriesRoutes } from './features/inquiries/inquiries.routes.ts';
import { inquiryStatusRoutes } from './features/inquiries/inquiry-status.routes.ts';
import { jobsRoutes } from './features/jobs/jobs.routes.ts';
import { notificationsRoutes } from './features/notifications/notifications.routes.ts';
import { passkeysRoutes } from './features/passkeys/passkeys.routes.ts';
import { passwordsRoutes } from './features/passwords/passwords.routes.ts';
import { personalDataRoutes } from './features/personal-data/personal-data.routes.ts';
import { portalRoutes } from './features/portal/portal.routes.ts';
import { privacyRoutes } from './features/privacy/privacy.routes.ts';
import { pushRoutes } from './features/push/push.routes.ts';
import { quotesRoutes } from './features/quotes/quotes.routes.ts';
import { receiptsRoutes } from './features/receipts/receipts.routes.ts';
import { searchRoutes } from './features/search/search.routes.ts';
import { secondFactorsRoutes } from './features/second-factors/second-factors.routes.ts';
import { sessionRoutes } from './features/session/session.routes.ts';
import { settlementDropsRoutes } from './features/settlement-drops/settlement-drops.routes.ts';
import { settlementQuestionsRoutes } from './features/settlement-questions/settlement-questions.routes.ts';
import { shareImagesRoutes } from './features/share-images/share-images.routes.ts';
import { siteRoutes } from './features/site/site.routes.ts';
import { spotlightRoutes } from './features/spotlight/spotlight.routes.ts';
import { statusRoutes } from './features/status/status.routes.ts';
import { storeRoutes } from './features/store/store.routes.ts';
import { testimonialsRoutes } from './features/testimonials/testimonials.routes.ts';
import { timeOffRoutes } from './features/time-off/time-off.routes.ts';
import { totpRoutes } from './features/totp/totp.routes.ts';
import { unsentMailRoutes } from './features/unsent-mail/unsent-mail.routes.ts';
import { usersRoutes } from './features/users/users.routes.ts';
import type { AppContext } from './platform/app-context.ts';
import { answerInLanguages } from './platform/http/answer-languages.ts';
import { handleErrors } from './platform/http/error-replies.ts';
import {
  refuseAddress,
  refuseBytes,
  refuseOtherMethods,
  refuseUnmatched,
} from './platform/http/fallback-handlers.ts';
import { compressResponses, hookRequests, requestIdOf } from './platform/http/request-hooks.ts';
import { listenFirst } from './platform/http/request-listener.ts';
import { registry } from './platform/http/routes.ts';
import { limitConnections } from './platform/limits/connections.ts';
import { defaultTimeouts } from './platform/limits/timeouts.ts';
import { isUpgrade } from './platform/realtime/handshake.ts';
import { serveRealtime } from './platform/realtime/serve-realtime.ts';
import { notFound } from './platform/runtime/errors.ts';
import { serveLanguages } from './platform/runtime/languages.ts';
import { multipartOptions } from './platform/uploads/receive-upload.ts';
import { serveApiDocs } from './platform/web/api-docs.ts';
import { serveAssets } from './platform/web/assets.ts';
import { serveBrowserErrors } from './platform/web/browser-errors.ts';
import { serveHealth } from './platform/web/health.ts';
import { type PageSource, refuseUnknownApi, servePages } from './platform/web/pages.ts';
import { servePolicyReports } from './platform/web/policy-reports.ts';

/** Read-only paths outside the contract. */
const readOnlyPaths = [
  '/healthz',
  '/readyz',
  '/robots.txt',
  '/sitemap.xml',
  '/careers.xml',
  '/careers.rss',
  '/og/:file',
  '/holidays.ics',
  '/es/holidays.ics',
  '/favicon.svg',
  '/favicon.ico',
  '/service-worker.js',
  '/push-icon.png',
  '/apple-touch-icon.png',
  '/icon-512.png',
  '/manifest.webmanifest',
  '/assets/*',
  '/files/*',
  '/personal-data.zip',
  '/exports/:file',
  '/time-off/:file',
  '/api/openapi.json',
].map((path) => ({ path, method: 'GET' }));

/**
 * Takes JSON as the only body type besides multipart: forms of other sites can send neither.
 * An empty body counts as none, because browsers send the content type even without a body.
 */
function parseJsonBodies(app: FastifyInstance): void {
  app.removeContentTypeParser(['text/plain', 'application/json']);
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined);
    else void parse(request, body as string, done);
  });
}

const noSchemas = () => () => {
  throw new Error('Routes have no schemas of Fastify.');
};

/** Builds the server; `pages` is null to serve only the API. */
export async function buildApp(
  ctx: AppContext,
  pages: PageSource | null,
  timeouts = defaultTimeouts,
): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: ctx.log as FastifyBaseLogger,
    // URLs can contain personal data, so we log requests ourselves.
    logController: new LogController({
      disableRequestLogging: true,
      requestIdLogLabel: 'request_id',
    }),
    genReqId: requestIdOf,
    trustProxy: ctx.config.trustProxy ?? false,
    routerOptions: { caseSensitive: false, ignoreTrailingSlash: true, maxParamLength: 300 },
    forceCloseConnections: 'idle',
    connectionTimeout: timeouts.idle,
    // `hookRequests` times bodies; Node's timer would cover the whole request.
    requestTimeout: 0,
    http: {
      headersTimeout: timeouts.headers,
      // Requests that offer another protocol, such as HTTP/2, get a plain HTTP response.
      shouldUpgradeCallback: isUpgrade,
      // How often Node checks `headersTimeout`; the default is 30 s.
      connectionsCheckingInterval: Math.min(1_000, timeouts.headers),
    },
    frameworkErrors: refuseAddress,
    clientErrorHandler: refuseBytes,
    bodyLimit: 64 * 1024,
    return503OnClosing: false,
    // The contract's schemas validate; Fastify's own compilers would add to the start and the memory of every server.
    schemaController: {
      compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas },
    },
  });
  app.decorateRequest('user', null);

  limitConnections(app, ctx.config);
  serveLanguages();
  hookRequests(app, timeouts.body, ctx.telemetry);
  answerInLanguages(app);
  handleErrors(app, ctx.auditEvents);
  refuseUnmatched(app);
  await compressResponses(app);
  await app.register(multipart, multipartOptions);

  serveHealth(app, ctx);
  servePolicyReports(app, ctx);
  serveBrowserErrors(app, ctx);
  siteRoutes(app, ctx);
  shareImagesRoutes(app, ctx);
  holidaysRoutes(app, ctx);
  await app.register(async (api) => {
    parseJsonBodies(api);
    api.addHook('onRequest', (_request, reply, done) => {
      reply.header('cache-control', 'no-store');
      done();
    });
    const { register, endpoints: registered } = registry(api, ctx, timeouts.upload);

    sessionRoutes(register, ctx, api);
    jobsRoutes(register, ctx, api);
    inquiriesRoutes(register, ctx, api);
    inquiryStatusRoutes(register, ctx, api);
    quotesRoutes(register, ctx, api);
    privacyRoutes(register, ctx, api);
    applicationsRoutes(register, ctx, api);
    applicantsRoutes(register, ctx, api);
    filesRoutes(register, ctx, api);
    notificationsRoutes(register, ctx, api);
    portalRoutes(register, ctx, api);
    usersRoutes(register, ctx, api);
    employeesRoutes(register, ctx, api);
    passwordsRoutes(register, ctx, api);
    personalDataRoutes(register, ctx, api);
    exportsRoutes(register, ctx, api);
    passkeysRoutes(register, ctx, api);
    totpRoutes(register, ctx, api);
    searchRoutes(register, ctx, api);
    secondFactorsRoutes(register, ctx, api);
    auditRoutes(register, ctx, api);
    statusRoutes(register, ctx, api);
    importRoutes(register, ctx, api);
    unsentMailRoutes(register, ctx, api);
    hoursRoutes(register, ctx, api);
    timeOffRoutes(register, ctx, api);
    driverFileRoutes(register, ctx, api);
    damagesRoutes(register, ctx, api);
    claimsRoutes(register, ctx, api);
    documentsRoutes(register, ctx, api);
    receiptsRoutes(register, ctx, api);
    employeeFilesRoutes(register, ctx, api);
    settlementDropsRoutes(register, ctx, api);
    settlementQuestionsRoutes(register, ctx, api);
    announcementsRoutes(register, ctx, api);
    chatRoutes(register, ctx, api);
    automaticReplyRoutes(register, ctx, api);
    cannedRepliesRoutes(register, ctx, api);
    dutyRoutes(register, ctx, api);
    pushRoutes(register, ctx, api);
    storeRoutes(register, ctx, api);
    spotlightRoutes(register, ctx, api);
    testimonialsRoutes(register, ctx, api);

    const names = new Set(registered.map((endpoint) => endpoint.name));
    const missing = endpoints.filter((endpoint) => !names.has(endpoint.name));
    if (missing.length > 0) {
      throw new Error(`no handler for ${missing.map((endpoint) => endpoint.name).join(', ')}`);
    }
    refuseOtherMethods(api, endpoints);
    refuseUnknownApi(api, notFound());
  });
  await serveRealtime(app, ctx);
  await serveApiDocs(app, endpoints, ctx.config.publicUrl);
  refuseOtherMethods(app, readOnlyPaths);
  if (pages) {
    if (pages.mode === 'production') await serveAssets(app);
    pages.attach?.(app);
    servePages(app, ctx, pages);
  }
  listenFirst(app, ctx);
  return app;
}
