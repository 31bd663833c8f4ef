import { fillApplications, fillJobs, withCompany } from '../company.ts';
import { compare, compareWithRaw, startWorker } from '../load-generator.ts';
import type { Metric, Scenario } from '../metrics.ts';
import type { SmallApp } from '../workers/small-app.ts';

const publicReads: readonly (readonly [path: string, min: number])[] = [
  ['/api/careers', 0.7],
  ['/api/careers/7', 0.7],
  ['/careers/7', 0.6],
  ['/', 0.6],
];

/** Public reads beside bare node:http, and 100 records behind a token beside a small app. */
export const reads: Scenario = {
  name: 'reads',
  run: () =>
    withCompany(
      (file) => {
        fillJobs(file);
        fillApplications(file, 40_000);
      },
      async ({ url, pid, admin, file }) => {
        const metrics: Metric[] = [];
        for (const [path, min] of publicReads) {
          metrics.push(await compareWithRaw(path, min, { url: url + path, pid }));
        }
        const etag = (await fetch(url)).headers.get('etag') ?? '';
        const unchanged = { url: `${url}/`, pid, headers: { 'if-none-match': etag }, expect: 304 };
        metrics.push(await compareWithRaw('/ unchanged (304)', 0.6, unchanged));

        const path = '/api/applications?limit=100';
        const smallApp = new URL('../workers/small-app.ts', import.meta.url);
        const small = await startWorker<SmallApp>(smallApp, { file });
        // Few connections: each response takes milliseconds of CPU, and the metric is throughput.
        const ours = { url: url + path, pid, headers: admin, connections: 4 };
        const { headers } = small.result;
        const baseline = { ...ours, url: small.result.url + path, pid: small.pid, headers };
        metrics.push((await compare(path, 1.5, ours, baseline)).metric);
        await small.stop();
        return metrics;
      },
    ),
};
