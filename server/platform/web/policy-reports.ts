import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import type { AppContext } from '../app-context.ts';
import { reportPath } from '../http/content-security.ts';

/** Lines per minute; a broken page would otherwise fill the log with one per visitor. */
const maxLines = 20;

const text = z.catch(z.string(), '');
const report = z.object({
  'csp-report': z.object({
    'effective-directive': text,
    'blocked-uri': text,
    'document-uri': text,
    'source-file': text,
    'line-number': z.catch(z.number(), 0),
  }),
});

/** The first part of a URL's path: what follows can be a secret, such as the code of a reset link. */
function placeOf(url: string): string {
  const path = URL.parse(url)?.pathname ?? '';
  return path.startsWith('/assets/')
    ? path.slice(0, 100)
    : path.slice(0, 100).split('/', 2).join('/');
}

/** A blocked address without path and query, or a keyword such as `inline`. */
function blockedOf(uri: string): string {
  return (URL.parse(uri)?.origin ?? uri).slice(0, 100);
}

/** Logs what browsers report as blocked by the Content-Security-Policy: a mistake of ours, or an attack. */
export function servePolicyReports(app: FastifyInstance, ctx: AppContext): void {
  let minute = 0;
  let lines = 0;
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      'application/csp-report',
      { parseAs: 'string', bodyLimit: 16 * 1024 },
      scope.getDefaultJsonParser('error', 'error'),
    );
    scope.post(
      reportPath,
      { onRequest: async (request) => ctx.limits.countCall(request.ip) },
      async ({ body, log }, reply) => {
        const now = Math.floor(ctx.now().getTime() / 60_000);
        if (now !== minute) [minute, lines] = [now, 0];
        const { data } = report.safeParse(body);
        if (data && lines < maxLines) {
          lines += 1;
          const { 'csp-report': sent } = data;
          log.warn(
            {
              directive: sent['effective-directive'].slice(0, 100),
              blocked: blockedOf(sent['blocked-uri']),
              page: placeOf(sent['document-uri']),
              source: placeOf(sent['source-file']),
              line: sent['line-number'],
            },
            'blocked by the Content-Security-Policy',
          );
        }
        return reply.code(204).send();
      },
    );
  });
}
