import type { FastifyInstance } from 'fastify';
import { lineOf } from '../limits/limits.ts';
import { refusedLine } from '../limits/refused-requests.ts';
import type { Telemetry } from './telemetry.ts';

/** Whether each request is logged, not just the failed ones. */
export const isDebugging = ({ log }: FastifyInstance): boolean =>
  log.level === 'debug' || log.level === 'trace';

/** Logs failed requests, at level debug all, and measures them, with the route's pattern and never the URL. */
export function watchRequests(app: FastifyInstance, telemetry: Telemetry | null): void {
  const debug = isDebugging(app);
  app.addHook('onResponse', (request, reply, done) => {
    const failed = reply.statusCode >= 500;
    if (failed || debug || telemetry) {
      const route = request.routeOptions.url ?? 'none';
      const { method } = request;
      const status = reply.statusCode;
      telemetry?.request(method, route, status, reply.elapsedTime / 1000);
      const ms = Math.round(reply.elapsedTime * 10) / 10;
      const line = { method, route, status, ms, user: request.user?.userId };
      const isRefused = status === 503 || status === 507;
      const from = isRefused && { [refusedLine]: lineOf(request.ip) };
      if (failed) request.log.warn({ ...line, ...from }, 'request');
      else if (debug) request.log.debug(line, 'request');
    }
    done();
  });
}
