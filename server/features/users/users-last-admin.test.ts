import { pino } from 'pino';
import { expect, test } from 'vitest';
import { sessionActorOf, suiteApp } from '#tests/harness/app.ts';
import { onBothDatabases } from '#tests/harness/databases.ts';
import { isFull } from '#tests/harness/is-full.ts';
import { createAppContext } from '../../create-app-context.ts';
import type { SessionActor } from '../../platform/writes/writes.ts';
import { closeUser, updateUser } from './users-writing.service.ts';

const rounds = isFull ? 1000 : 10;

/** Two admins demote or close each other at the same moment, over two pools. */
onBothDatabases('two admins against each other', (engine) => {
  const t = suiteApp(engine);

  test(`leave one admin, ${rounds} times (SEC27)`, { timeout: 120_000 }, async () => {
    // A second server on the same PostgreSQL; one SQLite file has one.
    const second =
      engine === 'postgres' ? await createAppContext(t.ctx.config, pino({ level: 'fatal' })) : null;
    const contexts = [t.ctx, second ?? t.ctx] as const;
    const berta = await t.person('berta', 'admin');
    const [one, other] = [t.admin, berta].map(sessionActorOf) as [SessionActor, SessionActor];
    const admins = () =>
      t.ctx.db
        .selectFrom('users')
        .select('user_id')
        .where('user_role', '=', 'admin')
        .where('closed_at', 'is', null)
        .execute();
    const attack = (node: 0 | 1, target: SessionActor, by: SessionActor, round: number) =>
      (round + node) % 3 === 0
        ? closeUser(contexts[node], target.userId, by)
        : updateUser(contexts[node], target.userId, { user_role: 'employee' }, by);
    for (let round = 0; round < rounds; round += 1) {
      const results = await Promise.allSettled([
        attack(0, other, one, round),
        attack(1, one, other, round),
      ]);
      const lost = results.filter((result) => result.status === 'rejected');
      expect(lost.map(({ reason }) => reason.message)).toEqual([
        'This is the last admin. Make someone else an admin first.',
      ]);
      expect(await admins()).toHaveLength(1);
      await t.ctx.db
        .updateTable('users')
        .set({ user_role: 'admin', closed_at: null, token_version: 1 })
        .where('user_id', 'in', [one.userId, other.userId])
        .execute();
    }
    await second?.close();
  });
});
