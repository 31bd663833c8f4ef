import { DatabaseSync } from 'node:sqlite';
import { firstAdmin } from '../../tests/harness/server.ts';
import { ask } from '../child.ts';
import { fillJobs, withCompany } from '../company.ts';
import type { Subject } from '../figures.ts';
import { load, seconds, type Target } from '../load.ts';
import type { Argon2Task } from '../processes/bare-argon2.ts';

/** As many as the server checks at once. */
const atOnce = 2;

function storedHash(file: string): string {
  const database = new DatabaseSync(file, { readOnly: true });
  const row = database.prepare('select password_hash from users limit 1').get();
  database.close();
  return String(row?.password_hash);
}

/** Sign-ins a second beside bare Argon2id, and how long everybody else waits meanwhile. */
export const login: Subject = {
  name: 'login',
  run: () =>
    withCompany(fillJobs, async ({ url, pid, file }) => {
      const { username, password } = firstAdmin;
      const signIn: Target = {
        url: `${url}/api/login`,
        pid,
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ username, password }),
        connections: 8,
      };
      const task: Argon2Task = { hash: storedHash(file), password, atOnce, seconds };
      const bareFile = new URL('../processes/bare-argon2.ts', import.meta.url);
      const bare = await ask<number>(bareFile, task);
      const alone = await load(signIn);
      const visit: Target = { url: `${url}/api/careers`, pid, connections: 4, rate: 200 };
      const [others] = await Promise.all([load(visit), load(signIn)]);
      return [
        {
          what: 'sign-in, against bare Argon2id',
          ours: alone.requests / alone.seconds,
          limit: bare,
          unit: '/s',
          least: 0.8,
        },
        { what: "others' p99 meanwhile", ours: others.p99, limit: 20, unit: 'ms', most: 1 },
      ];
    }),
};
