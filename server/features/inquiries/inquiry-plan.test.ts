import { beforeEach, expect, test } from 'vitest';
import { inquiry as replySchema } from '#contract/inquiries.ts';
import { send } from '#tests/fixtures/requests.ts';
import { suiteApp } from '#tests/harness/app.ts';
import { onBothWhenFull } from '#tests/harness/databases.ts';
import { smallInquiry } from '#tests/harness/inquiry-sample.ts';
import { noticesOf, read, rowsOf } from '#tests/records/stored.ts';

/** Friday before Memorial Day, 4:30 PM in Chicago. */
const friday = new Date('2026-05-22T21:30:00.000Z');

onBothWhenFull('what the office plans for an inquiry', (engine) => {
  let clock = friday;
  const t = suiteApp(engine, { config: { tokenHours: 2_000 }, now: () => clock });
  const put = (id: number, body: object, by = t.admin) =>
    send(t, 'PUT', `/api/inquiries/${id}`, by, body);
  const get = (id: number) => read(t, `/api/inquiries/${id}`);
  const events = async (id: number) =>
    (await read(t, `/api/inquiries/${id}/events`)).map(
      ({ kind, author, text }: Record<string, string>) => [kind, author, text],
    );
  const make = async (): Promise<number> => {
    await send(t, 'POST', '/api/inquiry', null, smallInquiry);
    return (await read(t, '/api/inquiries?limit=1'))[0].id;
  };
  const times = async (id: number) => {
    const [row] = await rowsOf(t, 'inquiries', { id });
    return { due_at: row?.due_at, replied_at: row?.replied_at, decided_at: row?.decided_at };
  };
  beforeEach(async () => {
    clock = friday;
    await t.ctx.db.deleteFrom('inquiries').execute();
  });

  test('the first reply is due after one business day of office hours, until it is given', async () => {
    const id = await make();
    expect(await get(id)).toMatchObject({ due_at: '2026-05-26T21:30:00.000Z', owner_id: null });
    clock = new Date('2026-05-26T15:00:00.000Z');
    await put(id, { status: 'contacted' });
    const replied_at = clock.toISOString();
    expect(await times(id)).toEqual({ due_at: null, replied_at, decided_at: null });
    clock = new Date('2026-06-01T15:00:00.000Z');
    await put(id, { status: 'won' });
    expect(await times(id)).toEqual({ due_at: null, replied_at, decided_at: clock.toISOString() });
    await put(id, { status: 'new' });
    const due_at = '2026-05-26T21:30:00.000Z';
    expect(await times(id)).toEqual({ due_at, replied_at, decided_at: null });
    await put(id, { status: 'quoted' });
    expect(await times(id)).toMatchObject({ due_at: null, replied_at });
  });

  test('has an owner, a next step and a planned pickup, each in the timeline', async () => {
    const id = await make();
    const berta = await t.person('Berta', 'admin');
    const step = { next_step: "Call O'Hara", next_step_on: '2026-05-27' };
    expect((await put(id, { owner_id: berta.userId, ...step })).json()).toEqual({
      message: 'Inquiry updated.',
    });
    expect(await get(id)).toMatchObject({
      ...{ owner_id: berta.userId, owner_name: 'Berta', ...step, scheduled_on: null, version: 2 },
    });
    await put(id, { next_step: '', next_step_on: null, scheduled_on: '2026-06-02', note: 'Hi' });
    await put(id, { owner_id: null, status: 'contacted' }, berta);
    expect(await get(id)).toMatchObject({
      ...{ owner_id: null, owner_name: '', next_step: '', next_step_on: null },
      scheduled_on: '2026-06-02',
      notes: [{ text: 'Hi', author: 'anna', kind: 'note' }],
    });
    expect(await events(id)).toEqual([
      ['mail', '', `Confirmation mailed to ${smallInquiry.email_address}`],
      ['owner', 'anna', 'Owner: Berta'],
      ['next_step', 'anna', "Next step: Call O'Hara, 05/27/2026"],
      ['next_step', 'anna', 'Next step: none'],
      ['pickup', 'anna', 'Planned pickup: 06/02/2026'],
      ['note', 'anna', 'Hi'],
      ['status', 'Berta', 'New → Contacted'],
      ['owner', 'Berta', 'No owner'],
    ]);
  });

  test('an owner is an admin with an open account', async () => {
    const id = await make();
    for (const owner_id of [t.employee.userId, 999_999]) {
      const refused = await put(id, { owner_id, status: 'contacted' });
      expect(refused.statusCode).toBe(400);
      expect(Object.keys(refused.json().fields)).toEqual(['owner_id']);
    }
    const leaver = await t.person('Leaver', 'admin');
    await put(id, { owner_id: leaver.userId });
    await send(t, 'DELETE', `/api/users/${leaver.userId}`, t.admin);
    expect(await get(id)).toMatchObject({ status: 'new', owner_id: null, owner_name: '' });
    // Also when they already own it.
    expect((await put(id, { owner_id: leaver.userId })).statusCode).toBe(400);
  });

  test('tells the new owner, and takes it back from the one before', async () => {
    const id = await make();
    const [first, second] = [await t.person('First', 'admin'), await t.person('Second', 'admin')];
    const notices = async (by = first) => (await noticesOf(t, by)).map(([, link]) => link);
    await put(id, { owner_id: first.userId });
    expect(await notices()).toEqual([`/inquiries?inquiry=${id}`]);
    await put(id, { owner_id: second.userId }, second);
    expect(await notices()).toEqual([]);
    expect(await notices(second)).toEqual([]);
  });

  test('replies have only what the contract names, in the list, alone and in a conflict', async () => {
    const id = await make();
    const names = Object.keys(replySchema.shape).toSorted();
    const [row] = await read(t, '/api/inquiries');
    const stale = await put(id, { status: 'won', version: 7 });
    for (const reply of [row, await get(id), stale.json().current]) {
      expect(Object.keys(reply).toSorted()).toEqual(names);
      expect(reply).toEqual(row);
    }
  });

  test('reading marks the messages of the sender up to the last one shown', async () => {
    const id = await make();
    const wrote = async () => {
      const row = { inquiry_id: id, kind: 'customer', sender: 'Dale', text: 'When?' };
      const { unread } = await get(id);
      const inquiries = t.ctx.db.updateTable('inquiries').set({ unread: unread + 1 });
      await inquiries.where('id', '=', id).execute();
      const notes = t.ctx.db.insertInto('inquiry_notes');
      await notes.values({ ...row, created_at: clock.toISOString() }).execute();
    };
    const mark = (body: object) => send(t, 'POST', `/api/inquiries/${id}/read`, t.admin, body);
    const badge = async () => (await read(t, '/api/badges')).unread_inquiries;
    await wrote();
    const seen = (await get(id)).notes.at(-1);
    expect(seen).toMatchObject({ author: 'Dale', kind: 'customer' });
    await wrote();
    expect([(await get(id)).unread, await badge()]).toEqual([2, 1]);
    expect((await mark({ up_to: seen.id })).json()).toEqual({ message: 'Marked as read.' });
    expect((await get(id)).unread).toBe(1);
    await mark({ up_to: 1 });
    expect((await get(id)).unread).toBe(1);
    await mark({});
    expect([(await get(id)).unread, (await get(id)).version, await badge()]).toEqual([0, 1, 0]);
  });
});
