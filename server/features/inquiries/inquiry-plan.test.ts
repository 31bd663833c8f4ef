import { beforeEach, expect, test } from 'vitest';
import type { Inquiry } from '#contract/inquiries.ts';
import { send } from '#tests/fixtures/requests.ts';
import { suiteApp, type TestPerson } from '#tests/harness/app.ts';
import { onBothWhenFull } from '#tests/harness/databases.ts';
import { smallInquiry } from '#tests/harness/inquiry-sample.ts';
import { makeLinkedInquiry } from '#tests/harness/quotes.ts';
import { auditsOf, changeRows, read, rowsOf } from '#tests/records/stored.ts';
import { linkedMessagesTo } from '#tests/records/traces.ts';

/** Friday before Memorial Day, 4:30 PM in Chicago. */
const friday = new Date('2026-05-22T21:30:00.000Z');

onBothWhenFull('what the office plans for an inquiry', (engine) => {
  let clock = friday;
  const t = suiteApp(engine, { config: { tokenHours: 20_000 }, now: () => clock });
  const put = (id: number, body: object, by = t.admin) =>
    send(t, 'PUT', `/api/inquiries/${id}`, by, body);
  const get = (id: number): Promise<Inquiry> => read(t, `/api/inquiries/${id}`);
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
    // A wrong move that is put back wasn't the first reply.
    expect(await times(id)).toEqual({ due_at, replied_at: null, decided_at: null });
    await put(id, { status: 'quoted' });
    expect(await times(id)).toMatchObject({ due_at: null, replied_at: clock.toISOString() });
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
  });

  test.each([
    ['closed', 'DELETE', undefined],
    ['demoted', 'PUT', { user_role: 'employee' }],
  ] as const)('an owner who is %s owns nothing, and others are told', async (end, method, body) => {
    const leaver = await t.person(`${end} owner`, 'admin');
    const { id, code } = await makeLinkedInquiry(t);
    const write = (message: string) =>
      send(t, 'POST', `/api/inquiry/${code}/messages`, null, { message });
    const link = `/inquiries?inquiry=${id}`;
    /** Whether the bell has something about the inquiry. The leaver can't read theirs any more. */
    const isTold = async ({ userId }: TestPerson) => {
      const ids = (await rowsOf(t, 'notifications', { link })).map((row) => row.notification_id);
      const recipients = await rowsOf(t, 'notification_recipients', { user_id: userId });
      return recipients.some(({ notification_id }) => ids.includes(notification_id));
    };
    const decided = await make();
    for (const one of [id, decided]) await put(one, { owner_id: leaver.userId });
    await put(decided, { status: 'lost' });
    await write('When?');
    expect([await isTold(leaver), await isTold(t.admin)]).toEqual([true, false]);
    await send(t, method, `/api/users/${leaver.userId}`, t.admin, body);
    expect(await isTold(leaver)).toBe(false);
    expect(await linkedMessagesTo(t, t.admin)).toContainEqual([
      `An inquiry of ${end} owner has no owner now.`,
      '/inquiries?view=unassigned',
    ]);
    expect(await get(id)).toMatchObject({ owner_id: null, owner_name: '' });
    expect((await events(id)).at(-1)).toEqual(['owner', 'anna', 'No owner']);
    expect((await rowsOf(t, 'inquiries')).filter(({ owner_id }) => owner_id !== null)).toEqual([]);
    await write('Tomorrow?');
    expect([await isTold(leaver), await isTold(t.admin)]).toEqual([false, true]);
    expect((await put(id, { owner_id: leaver.userId })).statusCode).toBe(400);
  });

  test('tells the new owner, and takes it back from the one before', async () => {
    const id = await make();
    const [first, second] = [await t.person('First', 'admin'), await t.person('Second', 'admin')];
    const notices = async (by = first) => (await linkedMessagesTo(t, by)).map(([, link]) => link);
    await put(id, { owner_id: first.userId });
    expect(await notices()).toEqual([`/inquiries?inquiry=${id}`]);
    await put(id, { owner_id: second.userId }, second);
    expect(await notices()).toEqual([]);
    expect(await notices(second)).toEqual([]);
  });

  test("a colleague's next step leaves what the customer wrote in the bell", async () => {
    const { id, code } = await makeLinkedInquiry(t);
    const owner = await t.person('Owner', 'admin');
    await put(id, { owner_id: owner.userId });
    await send(t, 'POST', `/api/inquiry/${code}/messages`, null, { message: 'When?' });
    const notices = await linkedMessagesTo(t, owner);
    const link = `/inquiries?inquiry=${id}`;
    expect(notices.map(([, to]) => to)).toEqual([link, link]);
    await changeRows(t, 'inquiries', { id }, { escalated_for: t.ctx.now().toISOString() });
    await put(id, { next_step: 'Call the yard', next_step_on: '2030-01-02' });
    expect(await linkedMessagesTo(t, owner)).toEqual(notices);
    await put(id, { owner_id: t.admin.userId });
    expect(await linkedMessagesTo(t, owner)).toEqual(notices.slice(0, 1));
  });

  test('reading marks the messages of the sender up to the last one shown', async () => {
    const { id, code } = await makeLinkedInquiry(t);
    const wrote = () =>
      send(t, 'POST', `/api/inquiry/${code}/messages`, null, { message: 'When?' });
    const mark = (body: object) => send(t, 'POST', `/api/inquiries/${id}/read`, t.admin, body);
    const badge = async () => (await read(t, '/api/badges')).unread_inquiries;
    await wrote();
    const seen = (await get(id)).notes.at(-1);
    expect(seen).toMatchObject({ author: 'Yolanda Pruitt', kind: 'customer' });
    await wrote();
    expect([(await get(id)).unread, await badge()]).toEqual([2, 1]);
    expect((await mark({ up_to: seen?.id })).json()).toEqual({ message: 'Marked as read.' });
    expect((await get(id)).unread).toBe(1);
    await mark({ up_to: 1 });
    expect((await get(id)).unread).toBe(1);
    await mark({});
    expect([(await get(id)).unread, (await get(id)).version, await badge()]).toEqual([0, 1, 0]);
  });

  test('changes only the keys that are sent, and audits each change', async () => {
    const id = await make();
    const response = await put(id, { status: 'contacted' });
    expect([response.statusCode, response.json()]).toEqual([200, { message: 'Inquiry updated.' }]);
    expect(await get(id)).toMatchObject({ status: 'contacted', note: '', version: 2 });
    await put(id, { note: 'Called.\r\nWants nine a week.', version: 2 });
    const note = 'Called.\nWants nine a week.';
    expect(await get(id)).toMatchObject({ status: 'contacted', note, version: 3 });
    await put(id, { note: '', status: 'lost' });
    expect(await get(id)).toMatchObject({ status: 'lost', note: '', version: 4 });

    const lines = (await auditsOf(t, 'inquiry', id)).slice(1);
    expect(lines.map(({ detail }) => detail)).toEqual([
      { before: 'new', after: 'contacted' },
      { noteChanged: true },
      { before: 'contacted', after: 'lost', noteChanged: true },
    ]);
    for (const { user_id } of lines) expect(user_id).toBe(t.admin.userId);
    expect(JSON.stringify(lines)).not.toContain('Wants nine');
  });

  test('keeps every note with its author and time', async () => {
    const id = await make();
    const second = await t.person('Cleo', 'admin');
    const notes = async () => (await get(id)).notes.map(({ author, text }) => [author, text]);
    clock = new Date(clock.getTime() + 3_600_000);
    await put(id, { note: 'Called, nobody there', version: 1 });
    // From a page loaded before the first note.
    for (const by of [second, second, t.admin]) {
      await put(id, { note: 'Wants nine a week' }, by);
    }
    const thread = [
      ['anna', 'Called, nobody there'],
      ['Cleo', 'Wants nine a week'],
    ];
    expect(await notes()).toEqual(thread);
    expect(await get(id)).toMatchObject({ note: 'Wants nine a week', version: 3 });
    expect((await get(id)).notes[0]).toEqual({
      ...{ id: expect.any(Number), kind: 'note', author: 'anna', text: 'Called, nobody there' },
      created_at: clock.toISOString(),
    });

    // A blank note clears the latest one and keeps the thread.
    await put(id, { note: '' });
    expect([(await get(id)).note, await notes()]).toEqual(['', thread]);
    await Promise.all(Array.from({ length: 8 }, (_, n) => put(id, { note: `note ${n}` })));
    expect(await notes()).toHaveLength(10);
  });

  /** An inquiry of an instant that was replied to after some hours, and decided after some more. */
  async function inquire(at: string, replyHours: number, status: string, flagged = 0) {
    clock = new Date(at);
    const id = await make();
    await t.ctx.db.updateTable('inquiries').set({ flagged }).where('id', '=', id).execute();
    clock = new Date(Date.parse(at) + replyHours * 3_600_000);
    await put(id, { status: 'contacted' });
    clock = new Date(clock.getTime() + 3_600_000);
    await put(id, { status });
  }

  test('the win rate and the median first reply of each month in Chicago', async () => {
    await inquire('2027-02-02T15:00:00.000Z', 1, 'won');
    await inquire('2027-02-03T15:00:00.000Z', 2.5, 'won');
    await inquire('2027-02-04T15:00:00.000Z', 10, 'lost');
    await inquire('2027-02-04T16:00:00.000Z', 500, 'lost', 1);
    // Replied to in April, decided an hour later, both still in March in Chicago.
    await inquire('2027-04-01T03:00:00.000Z', 0.5, 'lost');
    await inquire('2027-04-02T15:00:00.000Z', 3, 'quoted');
    clock = new Date('2027-04-20T15:00:00.000Z');
    const { months } = await read(t, '/api/inquiries/figures');
    expect(months).toHaveLength(12);
    expect([months[0].month, months.at(-1).month]).toEqual(['2026-05', '2027-04']);
    const none = { won: 0, lost: 0, win_rate: null, replied: 0, median_reply_hours: null };
    expect(months.slice(-4)).toEqual([
      { ...none, month: '2027-01' },
      { month: '2027-02', won: 2, lost: 1, win_rate: 67, replied: 3, median_reply_hours: 2.5 },
      { ...none, month: '2027-03', lost: 1, win_rate: 0, replied: 1, median_reply_hours: 0.5 },
      { ...none, month: '2027-04', replied: 1, median_reply_hours: 3 },
    ]);
  });
});
