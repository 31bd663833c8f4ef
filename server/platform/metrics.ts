import { createServer, type Server } from 'node:http';
import type { FastifyInstance } from 'fastify';

type Observe = (
  request: { method: string; route: string; status: number },
  seconds: number,
) => void;

// Null unless METRICS_PORT is set: collecting costs memory and time.
let observe: Observe | null = null;

const isDebugging = ({ log }: FastifyInstance) => log.level === 'debug' || log.level === 'trace';

/** Whether each request is logged or observed, not just the failed ones. */
export const watchesAll = (app: FastifyInstance): boolean => isDebugging(app) || observe !== null;

/** Logs each request at level debug and observes its duration, with the route's pattern and never the URL. */
export function watchRequests(app: FastifyInstance): void {
  const debug = isDebugging(app);
  app.addHook('onResponse', (request, reply, done) => {
    const failed = reply.statusCode >= 500;
    if (failed || debug || observe) {
      const route = request.routeOptions.url ?? 'none';
      const { method } = request;
      const status = reply.statusCode;
      observe?.({ method, route, status }, reply.elapsedTime / 1000);
      const ms = Math.round(reply.elapsedTime * 10) / 10;
      const line = { method, route, status, ms, user: request.user?.userId };
      if (failed) request.log.warn(line, 'request');
      else if (debug) request.log.debug(line, 'request');
    }
    done();
  });
}

/** Serves metrics as Prometheus text on their own port. */
export async function serveMetrics(host: string, port: number): Promise<Server> {
  const { collectDefaultMetrics, Histogram, Registry } = await import('prom-client');
  const registry = new Registry();
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the first byte of a request to the end of its response.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  });
  observe = (labels, seconds) => duration.observe(labels, seconds);
  collectDefaultMetrics({ register: registry });
  const server = createServer(async (request, response) => {
    if (request.url !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { 'content-type': registry.contentType }).end(await registry.metrics());
  });
  server.once('close', () => {
    observe = null;
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  return server;
}
