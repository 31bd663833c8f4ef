import { setTimeout as pause } from 'node:timers/promises';
import { fillJobs, withCompany } from '../company.ts';
import { load, type Target } from '../load-generator.ts';
import { atMost, type Metric, type Scenario } from '../metrics.ts';
import { memoryMb, peakMemoryMb } from '../process-stats.ts';

/** Requests a second to addresses that differ in their query only. */
const rate = 230;
/** Seconds after a flood until memory is compared. */
const recoverySeconds = 10;

const floods: readonly (readonly [label: string, query: string])[] = [
  ['unknown queries', 'x='],
  ['searches', 'q='],
];

/** API calls and memory while somebody requests the job list under ever new addresses. */
export const flood: Scenario = {
  name: 'flood',
  run: () =>
    withCompany(fillJobs, async ({ url, pid }) => {
      const metrics: Metric[] = [];
      // Unmeasured first: the first page loads React.
      await load({ url: `${url}/careers`, pid, rate: 10 });
      const visit: Target = { url: `${url}/api/careers`, pid, connections: 4, rate: 100 };
      const unhindered = await load(visit);
      const before = memoryMb(pid);
      for (const [label, query] of floods) {
        const flooding: Target = {
          url: `${url}/careers?${query}`,
          pid,
          unique: true,
          rate,
          accept: 503,
        };
        const work = Promise.all([load(visit), load(flooding)]);
        const peak = await peakMemoryMb(pid, work);
        const [others, pages] = await work;
        console.log(`  ${label}: ${Math.round(pages.requests / pages.seconds)} pages/s`);
        metrics.push(
          atMost(`${label}: p99 of API calls`, others.p99, 50, 'ms'),
          atMost(`${label}: memory, peak`, peak, 250, 'MB'),
        );
      }
      await pause(recoverySeconds * 1000);
      console.log(
        `  p99 without a flood: ${unhindered.p99} ms; memory before: ${Math.round(before)} MB`,
      );
      metrics.push({
        name: 'memory afterwards, beside before',
        ours: memoryMb(pid),
        baseline: before,
        unit: 'MB',
        max: 1.3,
      });
      return metrics;
    }),
};
