import { createServer, type Server } from 'node:http';
import { textOf } from './metric.ts';
import { metricsOfParts, type Watched } from './part-metrics.ts';
import type { Telemetry } from './telemetry.ts';
import { metricsOfWork } from './work-metrics.ts';

/** Serves metrics as Prometheus text on their own port. */
export async function serveMetrics(
  ctx: Watched & { telemetry: Telemetry | null },
  port: number,
): Promise<Server> {
  const { collectDefaultMetrics, Registry } = await import('prom-client');
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const metrics = [...(ctx.telemetry ? metricsOfWork(ctx.telemetry) : []), ...metricsOfParts(ctx)];
  const server = createServer(async (request, response) => {
    if (request.url !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    const texts = await Promise.all([registry.metrics(), ...metrics.map(textOf)]);
    response.writeHead(200, { 'content-type': registry.contentType }).end(texts.join('\n'));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, ctx.config.host, resolve);
  });
  return server;
}
