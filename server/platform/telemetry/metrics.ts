import { createServer, type Server } from 'node:http';
import type { AppContext } from '../app-context.ts';
import { addPartMetrics, type Read } from './part-metrics.ts';

/** What a gauge and a counter of prom-client have in common. */
interface Shown {
  reset(): void;
  remove(): void;
  inc(labels: Record<string, string>, value: number): void;
}

/** Shows what is read now, nothing while its part is down. */
async function show(metric: Shown, read: Read, label: string | undefined): Promise<void> {
  const found = await Promise.try(read).catch(() => null);
  metric.reset();
  // A metric without labels begins with 0.
  if (label === undefined) metric.remove();
  if (typeof found === 'number') metric.inc({}, found);
  else for (const [text, value] of found ?? []) metric.inc({ [label ?? '']: text }, value);
}

/** Serves metrics as Prometheus text on METRICS_PORT; null without it. */
export async function serveMetrics(ctx: AppContext): Promise<Server | null> {
  const { metricsPort, host } = ctx.config;
  if (metricsPort === null || !ctx.telemetry) return null;
  const { registry } = ctx.telemetry;
  const { collectDefaultMetrics, Counter, Gauge } = await import('prom-client');
  collectDefaultMetrics({ register: registry });
  const adder = (Metric: typeof Counter | typeof Gauge) => {
    return (name: string, help: string, read: Read, label?: string) => {
      const metric: Shown = new Metric({
        name,
        help,
        labelNames: label === undefined ? [] : [label],
        registers: [registry],
        collect: () => show(metric, read, label),
      });
    };
  };
  addPartMetrics(ctx, { gauge: adder(Gauge), counter: adder(Counter) });
  const server = createServer(async (request, response) => {
    if (request.url !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    const text = await registry.metrics();
    response.writeHead(200, { 'content-type': registry.contentType }).end(text);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(metricsPort, host, resolve);
  });
  return server;
}
