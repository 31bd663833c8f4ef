import { DatabaseSync } from 'node:sqlite';
import { firstAdmin } from '../../tests/harness/server.ts';
import { fillJobs, withCompany } from '../company.ts';
import { inTurns, type Target, verified } from '../comparison.ts';
import { signedInAt } from '../expected.ts';
import { duration, load, runWorker } from '../load-generator.ts';
import { atMost, type Metric, percentile, type Scenario } from '../metrics.ts';
import type { Argon2Task } from '../workers/argon2.ts';

/** The server verifies this many passwords concurrently. */
const concurrency = 2;

function storedHash(file: string): string {
  const database = new DatabaseSync(file, { readOnly: true });
  const row = database.prepare('select password_hash from users limit 1').get();
  database.close();
  return String(row?.password_hash);
}

/** Pairs of a wrong password and an unknown name. */
const pairs = 40;

/** Median milliseconds until each is rejected: a difference would reveal which accounts exist. */
async function timeRefusals(url: string, known: string) {
  const times = { known: [] as number[], unknown: [] as number[] };
  const refuse = async (username: string): Promise<number> => {
    const start = performance.now();
    const response = await fetch(`${url}/api/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username, password: 'not the password of anybody' }),
    });
    await response.arrayBuffer();
    if (response.status !== 401) throw new Error(`A wrong password got ${response.status}.`);
    return performance.now() - start;
  };
  await refuse('nobody');
  for (let pair = 0; pair < pairs; pair += 1) {
    // Alternate which goes first, so that a busy moment slows both.
    if (pair % 2 === 0) times.known.push(await refuse(known));
    times.unknown.push(await refuse(`nobody${pair}`));
    if (pair % 2 === 1) times.known.push(await refuse(known));
  }
  return { known: percentile(times.known, 0.5), unknown: percentile(times.unknown, 0.5) };
}

const loginOf = (url: string, pid: number): Target => ({
  url: `${url}/api/login`,
  pid,
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ username: firstAdmin.username, password: firstAdmin.password }),
  connections: 8,
  varies: true,
  verify: signedInAt(url),
});

/** 20 sign-ins a second beside other requests, then 100 at once; a busy server may refuse some with 503. */
export function measureSignIns(seconds: number): Promise<Metric[]> {
  return withCompany(fillJobs, async ({ url, pid }) => {
    const login = loginOf(url, pid);
    const visit: Target = { url: `${url}/api/careers`, pid, connections: 4, rate: 200 };
    const [others, signIns] = await Promise.all([
      load(visit, seconds),
      load({ ...login, rate: 20 }, seconds),
    ]);
    const start = performance.now();
    const { method = 'POST', headers = {}, body = '' } = login;
    const statuses = await Promise.all(
      Array.from({ length: 100 }, async () => {
        const response = await fetch(login.url, { method, headers, body: String(body) });
        await response.arrayBuffer();
        return response.status;
      }),
    );
    const answered = (performance.now() - start) / 1000;
    const right = statuses.filter((status) => status === 200 || status === 503).length;
    return [
      {
        name: 'sign-ins',
        ours: signIns.requests / signIns.seconds,
        baseline: 20,
        unit: '/s',
        min: 0.95,
      },
      atMost('p97.5 of sign-ins', signIns.p97, 500, 'ms'),
      atMost('p99 of other requests meanwhile', others.p99, 100, 'ms'),
      { name: 'answered of 100 sign-ins at once', ours: right, baseline: 100, unit: '', min: 1 },
      atMost('time until all 100 were answered', answered, 5, 's'),
    ];
  });
}

/** Sign-ins compared with bare Argon2id, other requests meanwhile, and the time of rejections. */
export const signIn: Scenario = {
  name: 'sign-in',
  run: () =>
    withCompany(fillJobs, async ({ url, pid, file }) => {
      const { username, password } = firstAdmin;
      const login = await verified(loginOf(url, pid));
      const task: Argon2Task = { hash: storedHash(file), password, concurrency, seconds: duration };
      const argon2 = new URL('../workers/argon2.ts', import.meta.url);
      const signIns = await inTurns(
        async () => {
          const { requests, seconds } = await load(login);
          return requests / seconds;
        },
        () => runWorker<number>(argon2, task),
      );
      await verified(login);
      const visit: Target = { url: `${url}/api/careers`, pid, connections: 4, rate: 200 };
      const [others] = await Promise.all([load(visit), load(login)]);
      const refused = await timeRefusals(url, username);
      return [
        { name: 'sign-in, beside Argon2id', ...signIns, unit: '/s', min: 0.85 },
        atMost('p99 of other requests meanwhile', others.p99, 20, 'ms'),
        {
          name: 'unknown name, beside a wrong password',
          ours: refused.unknown,
          baseline: refused.known,
          unit: 'ms',
          min: 0.65,
          max: 1.35,
        },
      ];
    }),
};
