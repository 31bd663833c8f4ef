import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { freePort } from '../../tests/harness/free-port.ts';
import { type Company, fillDamages, fillJobs, withCompany } from '../company.ts';
import { compare, type Target } from '../comparison.ts';
import { listOf } from '../expected.ts';
import type { Fill } from '../filling.ts';
import type { Metric, Scenario } from '../metrics.ts';

const publicList = ({ url, pid }: Company): Target => ({
  url: `${url}/api/careers`,
  pid,
  verify: listOf(20, 'id'),
});

const listDamages = ({ url, pid, admin }: Company): Target => ({
  url: `${url}/api/damages`,
  pid,
  headers: admin,
  verify: listOf(100, 'damage_id'),
});

/** The server with these settings beside itself without them. */
function beside(
  name: string,
  fill: Fill,
  target: (company: Company) => Target,
  env: Record<string, string>,
): Promise<Metric> {
  return withCompany(fill, (plain) =>
    withCompany(
      fill,
      async (measured) => (await compare(name, 0.9, target(measured), target(plain))).metric,
      { env },
    ),
  );
}

/** Takes spans and throws them away. */
async function withCollector<T>(work: (url: string) => Promise<T>): Promise<T> {
  const server = createServer((request, response) => {
    request.resume().once('end', () => response.end('{}'));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    return await work(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

/** What metrics and traces cost. */
export const telemetry: Scenario = {
  name: 'telemetry',
  run: async () => {
    const metrics = { METRICS_PORT: String(await freePort()) };
    return [
      await beside('public list with metrics, beside without', fillJobs, publicList, metrics),
      await beside('100 damages with metrics, beside without', fillDamages, listDamages, metrics),
      await withCollector((url) =>
        beside('100 damages with traces, beside without', fillDamages, listDamages, {
          OTEL_EXPORTER_OTLP_ENDPOINT: url,
        }),
      ),
    ];
  },
};
