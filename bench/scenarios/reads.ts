import { fillApplications, fillJobs, withCompany } from '../company.ts';
import { compare, compareWithRaw, startWorker } from '../load-generator.ts';
import { atMost, type Metric, reaches, type Scenario } from '../metrics.ts';
import type { SmallApp } from '../workers/small-app.ts';

const publicReads: readonly (readonly [path: string, min: number])[] = [
  ['/api/careers', 0.7],
  ['/api/careers/7', 0.7],
  ['/careers/7', 0.6],
  ['/', 0.6],
];

/** The list of 20 jobs and unchanged pages over 50 connections. */
export function measureReads(): Promise<Metric[]> {
  return withCompany(fillJobs, async ({ url, pid }) => {
    const connections = 50;
    const list = { url: `${url}/api/careers`, pid, connections };
    const lists = await compareWithRaw('lists of 20', 0.7, list);
    const etag = (await fetch(url)).headers.get('etag') ?? '';
    const page = { url: `${url}/`, pid, connections };
    const unchanged = { ...page, headers: { 'if-none-match': etag }, expect: 304 };
    const pages = await compareWithRaw('unchanged pages', 0.6, unchanged);
    return [
      reaches('lists of 20', lists.metric, 3_000),
      atMost('p99 of lists of 20', lists.p99, 50, 'ms'),
      reaches('unchanged pages', pages.metric, 8_000),
    ];
  });
}

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
          metrics.push((await compareWithRaw(path, min, { url: url + path, pid })).metric);
        }
        const etag = (await fetch(url)).headers.get('etag') ?? '';
        const unchanged = { url: `${url}/`, pid, headers: { 'if-none-match': etag }, expect: 304 };
        metrics.push((await compareWithRaw('/ unchanged (304)', 0.6, unchanged)).metric);

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
