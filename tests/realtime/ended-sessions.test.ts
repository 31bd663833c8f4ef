/** Rights end with the call that takes them away, for requests and for open pages, also while others race it. */
import { randomUUID } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import { beforeAll, expect, test } from 'vitest';
import { send } from '#tests/fixtures/requests.ts';
import { sampleBody } from '#tests/fixtures/sample-bodies.ts';
import type { TestApp, TestPerson } from '#tests/harness/app.ts';
import { chatApp } from '#tests/harness/chats.ts';
import { onBothDatabases, sqliteOnly } from '#tests/harness/databases.ts';
import { isFull } from '#tests/harness/is-full.ts';
import { addedTasks, closePages, connected, disconnectMs, drain, page } from './pages.ts';

const rounds = isFull ? 100 : 2;
/** Milliseconds within which an open page must be disconnected when only a sweep finds that its session ended. */
const maxMs = 5_000;

const asAdmin = (t: TestApp, method: 'PUT' | 'POST' | 'DELETE', url: string, body?: object) =>
  send(t, method, url, t.admin, body);

/** What ends all sessions of an account. */
const endings: Record<string, (t: TestApp, person: TestPerson) => Promise<{ statusCode: number }>> =
  {
    'a demotion': (t, { userId }) =>
      asAdmin(t, 'PUT', `/api/users/${userId}`, { user_role: 'employee' }),
    'the deletion': (t, { userId }) => asAdmin(t, 'DELETE', `/api/users/${userId}`),
    'a new password': (t, { userId }) =>
      asAdmin(t, 'PUT', `/api/users/${userId}`, { password: 'another secret of nine' }),
    'a reset link': async (t, { userId }) => {
      const link = await asAdmin(t, 'POST', `/api/users/${userId}/reset-link`);
      const code = new URL(link.json().url).pathname.split('/').at(-1);
      return send(t, 'POST', `/api/reset/${code}`, null, { password: 'nine cars on a deck' });
    },
  };

onBothDatabases('a session that ends', (engine) => {
  const tasks = addedTasks();
  const chat = chatApp(engine);
  // What closes a page is the event, then, not the next sweep.
  beforeAll(() => chat.t.ctx.tasks.stop());

  /** Calls of an admin: reads, a write, and a page that connects. */
  async function race(person: TestPerson): Promise<number[]> {
    const calls = ['/api/user', '/api/applications', '/api/users'].map((url) =>
      send(chat.t, 'GET', url, person),
    );
    const job = send(chat.t, 'POST', '/api/careers', person, sampleBody('createJob'));
    return (await Promise.all([...calls, job])).map(({ statusCode }) => statusCode);
  }

  test.each(Object.keys(endings))(
    'after %s the next call is refused and open pages are closed, in every round of a race (SEC8)',
    async (name) => {
      const end = endings[name];
      for (let round = 0; round < rounds; round += 1) {
        const person = await chat.t.person(`p ${randomUUID()}`, 'admin');
        const open = page(chat.url, person.token);
        await connected(open);
        const closed = disconnectMs(open);
        const racing = [race(person)];
        const late = page(chat.url, person.token);
        const connecting = connected(late).catch(() => undefined);
        for (let turns = round % 4; turns > 0; turns -= 1) await turn();
        const ended = end?.(chat.t, person);
        racing.push(race(person));
        expect((await ended)?.statusCode).toBe(200);

        const next = await race(person);
        expect(next.filter((status) => status !== 401 && status !== 403)).toEqual([]);
        // What raced was answered as before or as after the change, never with an error.
        const raced = (await Promise.all(racing)).flat();
        expect(raced.filter((status) => ![200, 201, 401, 403].includes(status))).toEqual([]);
        await closed;
        await connecting;
        await disconnectMs(late);
        await expect(connected(page(chat.url, person.token))).rejects.toThrow();
        closePages();
      }
    },
  );

  sqliteOnly.test(
    'a page is closed within 5 s when another process ends its session (SEC8)',
    async () => {
      const [person, bystander] = [await chat.person('admin'), await chat.person()];
      const [open, other] = [await chat.open(person), await chat.open(bystander)];
      const closed = disconnectMs(open);
      // Like `npm run admin -- reset-password`.
      await chat.t.ctx.db
        .updateTable('users')
        .set((eb) => ({ token_version: eb('token_version', '+', 1) }))
        .where('user_id', '=', person.userId)
        .execute();
      expect((await send(chat.t, 'GET', '/api/user', person)).statusCode).toBe(401);
      const sweep = tasks.named('sweep sockets');
      expect(sweep.every).toBeLessThan(maxMs);
      await sweep.run();
      await closed;
      await drain();
      expect(other.connected).toBe(true);
    },
  );
});
