import { jobOf380, withCompany } from '../company.ts';
import { compare, startWorker, type Target } from '../load-generator.ts';
import { atMost, type Scenario } from '../metrics.ts';
import type { SmallApp } from '../workers/small-app.ts';

const nothing = () => undefined;

/** Creates a job durably, compared with a small app on its own database. */
export const create: Scenario = {
  name: 'create',
  run: () =>
    withCompany(nothing, ({ url, pid, admin }) =>
      withCompany(nothing, async ({ file }) => {
        const json = { 'content-type': 'application/json' };
        const ours: Target = {
          url: `${url}/api/careers`,
          pid,
          method: 'POST',
          headers: { ...admin, ...json },
          body: JSON.stringify(jobOf380),
          expect: 201,
        };
        const smallApp = new URL('../workers/small-app.ts', import.meta.url);
        const small = await startWorker<SmallApp>(smallApp, { file });
        const baseline: Target = {
          ...ours,
          url: `${small.result.url}/api/careers`,
          pid: small.pid,
          headers: { ...small.result.headers, ...json },
        };
        const { metric, p99 } = await compare('create a job', 2, ours, baseline);
        await small.stop();
        return [metric, atMost('create a job: p99', p99, 60, 'ms')];
      }),
    ),
};
