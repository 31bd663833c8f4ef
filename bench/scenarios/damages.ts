import { type Company, fillDamages } from '../company.ts';
import { compare, type Target, verified } from '../comparison.ts';
import { compareEngines, withBothEngines } from '../engines.ts';
import { listOf, sameAs } from '../expected.ts';
import { startSmallApp } from '../load-generator.ts';
import { type Metric, medians, type Scenario } from '../metrics.ts';

const path = '/api/damages';

const listDamages = ({ url, pid, admin }: Company): Target => ({
  url: url + path,
  pid,
  headers: admin,
  verify: listOf(100, 'damage_id'),
});

async function besideSmallApp(company: Company): Promise<Metric[]> {
  const small = await startSmallApp(company.file);
  const { url, headers } = small.result;
  const ours = await verified(listDamages(company));
  const baseline: Target = {
    url: url + path,
    pid: small.pid,
    headers,
    verify: sameAs(ours.response),
  };
  const { metric, p50, p99 } = await compare(
    '100 damages, beside the small app',
    1,
    ours,
    baseline,
  );
  await small.stop();
  return [
    metric,
    { name: '100 damages: p99, beside p50', ...medians(p99, p50), unit: 'ms', max: 4 },
  ];
}

/** A hundred records behind a token, beside the small app, and PostgreSQL beside SQLite. */
export const damages: Scenario = {
  name: 'damages',
  run: () =>
    withBothEngines(fillDamages, async (...engines) => [
      ...(await besideSmallApp(engines[0])),
      ...(await compareEngines('100 damages', 0.6, listDamages, engines)),
    ]),
};
