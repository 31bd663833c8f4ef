import { beforeAll, beforeEach, expect, test } from 'vitest';
import { send } from '#tests/fixtures/requests.ts';
import { suiteApp, type TestPerson } from '#tests/harness/app.ts';
import { onBothWhenFull } from '#tests/harness/databases.ts';
import { smallInquiry } from '#tests/harness/inquiry-sample.ts';
import { read, rowsOf } from '#tests/records/stored.ts';
import { messagesTo } from '#tests/records/traces.ts';
import { inquiryEscalationTask } from './inquiry-escalation.ts';

onBothWhenFull('overdue inquiries', (engine) => {
  // A Tuesday, 9 AM in Chicago.
  const start = '2026-06-02T14:00:00.000Z';
  let clock = start;
  const t = suiteApp(engine, { config: { tokenHours: 2_000 }, now: () => new Date(clock) });
  let boss: TestPerson;
  beforeAll(async () => {
    boss = await t.person('berta', 'admin');
  });
  beforeEach(async () => {
    clock = start;
    for (const table of ['inquiries', 'outbox', 'notification_recipients'] as const) {
      await t.ctx.db.deleteFrom(table).execute();
    }
  });

  const make = async (): Promise<{ id: number; reference: string }> => {
    await send(t, 'POST', '/api/inquiry', null, smallInquiry);
    await t.ctx.db.deleteFrom('outbox').execute();
    return (await read(t, '/api/inquiries?limit=1'))[0];
  };
  const put = (id: number, body: object) => send(t, 'PUT', `/api/inquiries/${id}`, boss, body);
  /** Runs the task at an instant as several nodes do: all at once. */
  async function runAt(at: string, nodes = 3): Promise<void> {
    clock = at;
    await Promise.all(Array.from({ length: nodes }, () => inquiryEscalationTask(t.ctx).run()));
  }
  /** The new notifications of somebody, who then reads them. */
  async function noticesOf(by: TestPerson): Promise<string[]> {
    const notices = await messagesTo(t, by);
    await t.ctx.db.deleteFrom('notification_recipients').where('user_id', '=', by.userId).execute();
    return notices;
  }
  /** The subjects of the new mails to the office. */
  async function mails(): Promise<string[]> {
    const rows = t.ctx.db.deleteFrom('outbox').where('recipient', '=', t.ctx.config.officeEmail);
    return (await rows.returning('subject').execute()).map(({ subject }) => subject);
  }
  const all = async () => [await noticesOf(t.admin), await noticesOf(boss), await mails()];

  test('tell all admins and dispatch once, when the first reply is due', async () => {
    const { id, reference } = await make();
    await runAt('2026-06-03T14:00:00.000Z');
    expect(await all()).toEqual([[], [], []]);
    await runAt('2026-06-03T14:00:00.001Z');
    const label = `${smallInquiry.company_name}, ${reference}`;
    const notice = [`${label} waits for its first reply.`];
    expect(await all()).toEqual([notice, notice, [`Overdue: ${label}`]]);
    await runAt('2026-06-04T14:00:00.000Z');
    expect(await all()).toEqual([[], [], []]);
    const events = await read(t, `/api/inquiries/${id}/events`);
    expect(events.at(-1)).toMatchObject({ kind: 'overdue', text: 'Overdue: reminded all admins' });
    expect((await read(t, `/api/inquiries/${id}`)).version).toBe(1);
  });

  test('are no longer in the bell once somebody has replied', async () => {
    const { id } = await make();
    await runAt('2026-06-04T14:00:00.000Z');
    await send(t, 'POST', '/api/inquiry', null, smallInquiry);
    const waiting = await rowsOf(t, 'outbox');
    expect(waiting).toHaveLength(3);
    await put(id, { note: 'Calling them now' });
    expect((await noticesOf(t.admin)).length).toBe(1);
    await runAt('2026-06-04T15:00:00.000Z');
    await put(id, { status: 'contacted' });
    expect(await noticesOf(boss)).toEqual([]);
    // So does the mail that says it is overdue; those about the other inquiry still go out.
    const others = waiting.filter(({ subject }) => !subject.startsWith('Overdue'));
    expect(others).toHaveLength(2);
    expect(await rowsOf(t, 'outbox')).toEqual(others);
  });

  test('tell the owner alone of a next step, at the opening of the office, once per day set', async () => {
    const { id, reference } = await make();
    const step = { status: 'quoted', next_step: 'Call Dale', next_step_on: '2026-06-05' };
    await put(id, { owner_id: t.admin.userId, ...step });
    await noticesOf(t.admin);
    // Saturday and Sunday, and Monday before the office opens.
    for (const at of ['06T15:00', '07T15:00', '08T11:59']) await runAt(`2026-06-${at}:00.000Z`);
    expect(await all()).toEqual([[], [], []]);
    await runAt('2026-06-08T12:00:00.000Z');
    const label = `${smallInquiry.company_name}, ${reference}`;
    const notice = `The next step of ${label} is overdue: Call Dale.`;
    expect(await all()).toEqual([[notice], [], [`Overdue: ${label}`]]);
    await put(id, { next_step_on: '2026-06-08' });
    await runAt('2026-06-08T20:00:00.000Z');
    expect(await all()).toEqual([[], [], []]);
    await runAt('2026-06-09T14:00:00.000Z');
    expect(await all()).toEqual([[notice], [], [`Overdue: ${label}`]]);
  });

  test('of nobody are told to all admins when the owner has left', async () => {
    const { id } = await make();
    const leaver = await t.person('leaver', 'admin');
    await put(id, { owner_id: leaver.userId });
    await send(t, 'DELETE', `/api/users/${leaver.userId}`, t.admin);
    await all();
    await runAt('2026-06-04T14:00:00.000Z');
    const [ours, theirs, sent] = await all();
    expect([ours?.length, theirs?.length, sent?.length]).toEqual([1, 1, 1]);
  });

  test('of an earlier release get due times, and nobody is told of those that are late by then', async () => {
    const [late, next, answered] = [await make(), await make(), await make()];
    for (const [{ id }, day] of [
      [late, '2026-05-22T21:30'],
      [next, '2026-06-01T15:00'],
      [answered, '2026-06-01T16:00'],
    ] as const) {
      const old = { due_at: null, created_at: `${day}:00.000Z` };
      await t.ctx.db.updateTable('inquiries').set(old).where('id', '=', id).execute();
    }
    await put(answered.id, { status: 'contacted' });
    await runAt(start);
    const due = async ({ id }: typeof late) => (await read(t, `/api/inquiries/${id}`)).due_at;
    expect([await due(late), await due(next), await due(answered)]).toEqual([
      ...['2026-05-26T21:30:00.000Z', '2026-06-02T15:00:00.000Z', null],
    ]);
    expect((await read(t, '/api/badges')).overdue_inquiries).toBe(1);
    expect(await mails()).toEqual([]);
    await runAt('2026-06-02T15:00:00.001Z');
    expect(await mails()).toEqual([`Overdue: ${smallInquiry.company_name}, ${next.reference}`]);
  });

  test('leave out what was decided or answered, and possible spam', async () => {
    const won = await make();
    await put(won.id, { status: 'won', next_step_on: '2026-06-01' });
    const answered = await make();
    await put(answered.id, { status: 'contacted' });
    const spam = await make();
    await t.ctx.db.updateTable('inquiries').set({ flagged: 1 }).where('id', '=', spam.id).execute();
    await runAt('2026-06-08T14:00:00.000Z');
    expect(await all()).toEqual([[], [], []]);
    expect(await read(t, '/api/badges')).toMatchObject({ overdue_inquiries: 1, new_inquiries: 1 });
  });
});
