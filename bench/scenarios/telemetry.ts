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

/** What metrics cost. */
export const telemetry: Scenario = {
  name: 'telemetry',
  run: async () => {
    const metrics = { METRICS_PORT: String(await freePort()) };
    return [
      await beside('public list with metrics, beside without', fillJobs, publicList, metrics),
      await beside('100 damages with metrics, beside without', fillDamages, listDamages, metrics),
    ];
  },
};
