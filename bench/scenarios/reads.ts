import { company as profile } from '#contract/company/profile.ts';
import { type Company, fillJobs, jobOf380, withCompany } from '../company.ts';
import { compare, compareWithRaw, type Target, verified } from '../comparison.ts';
import { compareEngines, withBothEngines } from '../engines.ts';
import { aJob, listOf, pageWith, sameAs } from '../expected.ts';
import { startSmallApp } from '../load-generator.ts';
import { atMost, type Metric, reaches, type Scenario } from '../metrics.ts';

interface Read {
  name: string;
  path: string;
  min: number;
  verify: (body: Buffer) => void;
}

const list: Read = {
  name: 'public list of 20',
  path: '/api/careers',
  min: 0.7,
  verify: listOf(20, 'id'),
};
const job: Read = { name: 'public job', path: '/api/careers/7', min: 0.7, verify: aJob };
const page: Read = {
  name: 'public page of a job',
  path: '/careers/7',
  min: 0.6,
  verify: pageWith(jobOf380.position),
};
const home: Read = {
  name: 'home page',
  path: '/',
  min: 0.6,
  verify: pageWith(profile.shortName),
};

const targetOf =
  ({ path, verify }: Read) =>
  ({ url, pid }: Company): Target => ({ url: url + path, pid, verify });

async function unchangedHome(company: Company): Promise<Target> {
  const response = await fetch(company.url);
  await response.arrayBuffer();
  const headers = { 'if-none-match': response.headers.get('etag') ?? '' };
  return { url: `${company.url}/`, pid: company.pid, headers, expect: 304 };
}

/** The list of 20 jobs and unchanged pages over 50 connections. */
export function measureReads(): Promise<Metric[]> {
  return withCompany(fillJobs, async (company) => {
    const connections = 50;
    const lists = await compareWithRaw('lists of 20', 0.7, {
      ...targetOf(list)(company),
      connections,
    });
    const pages = await compareWithRaw('unchanged pages', 0.6, {
      ...(await unchangedHome(company)),
      connections,
    });
    return [
      reaches('lists of 20', lists.metric, 3_000),
      atMost('p99 of lists of 20', Math.max(...lists.p99), 50, 'ms'),
      reaches('unchanged pages', pages.metric, 8_000),
    ];
  });
}

async function besideSmallApp(company: Company): Promise<Metric[]> {
  const small = await startSmallApp(company.file);
  const metrics: Metric[] = [];
  for (const read of [list, job]) {
    const ours = await verified(targetOf(read)(company));
    const url = small.result.url + read.path;
    const baseline: Target = { url, pid: small.pid, verify: sameAs(ours.response) };
    const { metric } = await compare(
      `${read.name}, beside the small app`,
      undefined,
      ours,
      baseline,
    );
    metrics.push(metric);
  }
  await small.stop();
  return metrics;
}

/** Public reads beside bare node:http, beside the small app, and PostgreSQL beside SQLite. */
export const reads: Scenario = {
  name: 'reads',
  run: () =>
    withBothEngines(fillJobs, async (...engines) => {
      const [sqlite] = engines;
      const metrics: Metric[] = [];
      for (const read of [list, job, page, home]) {
        const name = `${read.name}, beside raw`;
        metrics.push((await compareWithRaw(name, read.min, targetOf(read)(sqlite))).metric);
      }
      const unchanged = await unchangedHome(sqlite);
      metrics.push(
        (await compareWithRaw('unchanged home page, beside raw', 0.6, unchanged)).metric,
      );
      metrics.push(...(await besideSmallApp(sqlite)));
      for (const read of [list, job, page]) {
        metrics.push(...(await compareEngines(read.name, 0.7, targetOf(read), engines)));
      }
      return metrics;
    }),
};
