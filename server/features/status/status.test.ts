import { describe, expect, onTestFinished, test } from 'vitest';
import { status as messages } from '#contract/messages/status.ts';
import type { SystemStatus } from '#contract/status.ts';
import { send } from '#tests/fixtures/requests.ts';
import { startApp, type TestApp } from '#tests/harness/app.ts';
import { freePort } from '#tests/harness/free-port.ts';
import { newFolder } from '#tests/harness/new-folder.ts';
import { until } from '#tests/harness/until.ts';

async function readStatus(t: TestApp): Promise<SystemStatus> {
  const response = await send(t, 'GET', '/api/status', t.admin);
  expect(response.statusCode).toBe(200);
  return response.json();
}

const problemsOf = ({ parts }: SystemStatus) =>
  Object.fromEntries(parts.map(({ name, problems }) => [name, problems]));

describe('system status', () => {
  test('shows the parts, their problems, and the last run of each task', async () => {
    const smtpUrl = `smtp://127.0.0.1:${await freePort()}`;
    const t = await startApp('sqlite', { config: { smtpUrl, backupDir: newFolder() } });
    onTestFinished(t.close);
    const { storage, tasks } = t.ctx;
    const { promise: hanging, resolve: end } = Promise.withResolvers<void>();
    const every = 60_000;
    tasks.add({ name: 'a good one', every, limit: every, run: async () => undefined });
    tasks.add({ name: 'a bad one', every, limit: every, run: () => Promise.reject(new Error()) });
    tasks.add({ name: 'a stuck one', every, limit: 1, run: () => hanging });
    const isSeen = () => tasks.stuck.length > 0 && tasks.runs.get('a bad one')?.failed === true;
    await until('the runs are seen', 30_000, isSeen);
    expect(tasks.stuck).toEqual(['a stuck one']);

    const found = await readStatus(t);
    expect(found.release).toMatch(/^\d+\.\d+\.\d+/);
    expect(found.parts[0]?.note).toBe('SQLite');
    expect(problemsOf(found)).toMatchObject({
      database: [],
      storage: [],
      mail: [expect.stringContaining('ECONNREFUSED')],
      backups: [expect.stringContaining('There is no backup yet.')],
    });
    expect(found.tasks.map(({ name, state }) => [name, state]).slice(-3)).toEqual([
      ['a good one', 'fine'],
      ['a bad one', 'failed'],
      ['a stuck one', 'stuck'],
    ]);

    storage.ping = () => Promise.reject(new Error('gone'));
    expect(problemsOf(await readStatus(t)).storage).toEqual([messages.noAnswer]);
    end();
  });

  test('says which parts are not set up', async () => {
    const t = await startApp('sqlite');
    onTestFinished(t.close);
    const { parts } = await readStatus(t);
    const off = parts.filter(({ is_set_up }) => !is_set_up).map(({ note }) => note);
    expect(off).toEqual([messages.noMailServer, messages.noBackups]);
  });
});
