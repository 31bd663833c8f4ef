/** The loads of the long run, measured by the benchmarks on the disk. They need a machine without other work. */
import pg from 'pg';
import { beforeAll, expect, type TestContext, test, vi } from 'vitest';
import { freshPostgres } from '#tests/harness/databases.ts';
import { describeMetric, isMet, type Metric } from '../../bench/metrics.ts';
import { measureChat, measureSockets } from '../../bench/scenarios/chat.ts';
import { measurePostgresWrites, measureSqliteWrites } from '../../bench/scenarios/create.ts';
import { measureReads } from '../../bench/scenarios/reads.ts';
import { measureSignIns } from '../../bench/scenarios/sign-in.ts';
import { measureStartAndMemory } from '../../bench/scenarios/start.ts';
import { volume } from '../../bench/scenarios/volume.ts';

// In memory a commit would cost nothing.
beforeAll(() => void vi.stubEnv('TMPDIR', ''));

/** A test that reports each figure and fails when one is out of its bounds. */
const meets =
  (measure: () => Promise<Metric[]>) =>
  async ({ annotate }: TestContext): Promise<void> => {
    const metrics = await measure();
    for (const metric of metrics) await annotate(describeMetric(metric), 'measured');
    expect(metrics.filter((metric) => !isMet(metric)).map(describeMetric)).toEqual([]);
  };

const timeout = 1_800_000;

test(
  '1,000 sockets connect quickly and 5,000 stay connected (LOAD1)',
  { timeout },
  meets(() => measureSockets(5_000, 30)),
);

test(
  'delivers 200 messages a second for 10 minutes, each once (LOAD2)',
  { timeout },
  meets(() => measureChat({ rate: 200, seconds: 600 }, { received: 100, ackP95: 20, ackP99: 60 })),
);

test(
  'delivers 400 messages a second for a minute between 1,000 sockets (LOAD3)',
  { timeout },
  meets(() => measureChat({ rate: 400, seconds: 60 }, { received: 250 })),
);

test('answers lists and unchanged pages quickly (LOAD4)', { timeout }, meets(measureReads));

test('commits writes quickly on sqlite (LOAD5)', { timeout }, meets(measureSqliteWrites));

test(
  'commits writes quickly on postgres (LOAD5)',
  { timeout },
  meets(async () => {
    const database = await freshPostgres();
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    // The cluster of the tests doesn't wait for its log.
    const name = new URL(database.url).pathname.slice(1);
    await client.query(`alter database ${name} set synchronous_commit = on`);
    await client.end();
    return await measurePostgresWrites(database.url).finally(() => database.drop());
  }),
);

test(
  'signs in 20 a second, and answers 100 at once (LOAD6)',
  { timeout },
  meets(() => measureSignIns(15)),
);

test('starts quickly and stays small (LOAD8)', { timeout }, meets(measureStartAndMemory));

test(
  'serves a company with years of records quickly, and heavy calls delay no others (LOAD9, FLT15)',
  { timeout },
  meets(volume.run),
);
