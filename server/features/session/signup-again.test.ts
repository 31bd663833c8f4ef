import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../../tests/harness/app.ts';
import { onBothDatabases } from '../../../tests/harness/databases.ts';

onBothDatabases('signup with an Idempotency-Key', (engine) => {
  let t: TestApp;
  beforeAll(async () => {
    t = await startApp(engine);
  });
  afterAll(() => t.close());

  test('is one account, and what is kept of it cannot be used to try passwords', async () => {
    const payload = {
      username: 'Rosa',
      user_email: 'rosa@example.com',
      user_password: 'twelve wheels',
      user_role: 'employee',
    };
    const key = randomUUID();
    const send = (change: object = {}) =>
      t.app.inject({
        method: 'POST',
        url: '/api/signup',
        payload: { ...payload, ...change },
        headers: { ...t.admin.headers, 'idempotency-key': key },
      });
    const first = await send();
    const again = await send();
    expect([first.statusCode, again.statusCode]).toEqual([201, 201]);
    expect(again.json()).toEqual(first.json());
    expect((await send({ user_password: 'thirteen wheels' })).statusCode).toBe(422);

    const kept = await t.ctx.db.selectFrom('idempotency_keys').selectAll().execute();
    expect(kept).toHaveLength(1);
    const bare = createHash('sha256').update(JSON.stringify(payload)).digest('hex');
    expect(kept[0]?.body_sha256).not.toBe(bare);
    expect(JSON.stringify(kept)).not.toContain('twelve wheels');
  });
});
