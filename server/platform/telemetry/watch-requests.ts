import type { FastifyInstance } from 'fastify';
import { lineOf } from '../limits.ts';
import { refusedLine } from '../refused-requests.ts';
import type { Span } from './span.ts';
import type { Telemetry } from './telemetry.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Null unless the request is traced. */
    span: Span | null;
  }
}

/** Whether each request is logged, not just the failed ones. */
export const isDebugging = ({ log }: FastifyInstance): boolean =>
  log.level === 'debug' || log.level === 'trace';

/** Logs failed requests, at level debug all, and measures them, with the route's pattern and never the URL. */
export function watchRequests(app: FastifyInstance, telemetry: Telemetry | null): void {
  const debug = isDebugging(app);
  app.decorateRequest('span', null);
  if (telemetry?.tracer) traceRequests(app, telemetry.tracer);
  app.addHook('onResponse', (request, reply, done) => {
    const failed = reply.statusCode >= 500;
    if (failed || debug || telemetry) {
      const route = request.routeOptions.url ?? 'none';
      const { method, span } = request;
      const status = reply.statusCode;
      telemetry?.request(method, route, status, reply.elapsedTime / 1000);
      if (span) telemetry?.tracer?.endRequest(span, method, route, status);
      const ms = Math.round(reply.elapsedTime * 10) / 10;
      const trace = span ? { trace_id: span.traceId } : {};
      const line = { method, route, status, ms, user: request.user?.userId, ...trace };
      const isRefused = status === 503 || status === 507;
      const from = isRefused && { [refusedLine]: lineOf(request.ip) };
      if (failed) request.log.warn({ ...line, ...from }, 'request');
      else if (debug) request.log.debug(line, 'request');
    }
    done();
  });
}

function traceRequests(app: FastifyInstance, tracer: NonNullable<Telemetry['tracer']>): void {
  app.addHook('onRequest', (request, _reply, done) => {
    request.span = tracer.startRequest(request.headers.traceparent, request.id);
    tracer.within(request.span, done);
  });
  // A body that arrives later calls the handler from the connection, outside of the request's context.
  app.addHook('preValidation', (request, _reply, done) => tracer.within(request.span, done));
}
