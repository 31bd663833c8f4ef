import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { buildApp } from '#server/app.ts';
import { createAppContext } from '#server/create-app-context.ts';
import { startApp } from '../harness/app.ts';
import { postgresOnly } from '../harness/databases.ts';
import { startPushService } from '../harness/push-service.ts';
import { until } from '../harness/until.ts';
import { openPage } from './pages.ts';

postgresOnly.test('pushes nothing to a user with an open page on another node', async () => {
  const service = await startPushService();
  const t = await startApp('postgres', { config: { pushServices: [service.host] } });
  const dataDir = mkdtempSync(join(tmpdir(), 'headrack-node-'));
  const other = await createAppContext({ ...t.ctx.config, dataDir }, t.ctx.log);
  const app = await buildApp(other, null);
  const page = await openPage(await app.listen({ host: '127.0.0.1', port: 0 }), t.employee);
  expect(other.push.publicKey).toBe(t.ctx.push.publicKey);
  const { userId } = t.employee;
  const isThere = async () => (await t.ctx.realtime.connectedAmong([userId])).has(userId);
  await until('the nodes know each other', 30_000, isThere);

  const [browser, witness] = [service.browser(), service.browser()];
  for (const [person, { subscription: payload }] of [
    [t.employee, browser],
    [t.admin, witness],
  ] as const) {
    const url = '/api/push/subscriptions';
    await t.app.inject({ method: 'POST', url, payload, headers: person.headers });
  }
  const receive = (body: string) => {
    const note = { title: '', body, url: '/portal', tag: body, urgency: 'normal' } as const;
    t.ctx.push.toUsers([userId, t.admin.userId], note);
  };
  receive('seen on the page');
  await service.count(1);
  page.disconnect();
  await until('the page is gone', 30_000, async () => !(await isThere()));
  receive('pushed');
  await service.count(3);
  expect(browser.received()).toMatchObject([{ body: 'pushed' }]);

  await app.close();
  await other.close();
  await t.close();
  await service.close();
  rmSync(dataDir, { recursive: true, force: true });
});
