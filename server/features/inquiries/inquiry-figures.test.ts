import { expect, test } from 'vitest';
import { send } from '#tests/fixtures/requests.ts';
import { suiteApp } from '#tests/harness/app.ts';
import { onBothWhenFull } from '#tests/harness/databases.ts';
import { smallInquiry } from '#tests/harness/inquiry-sample.ts';
import { read } from '#tests/records/stored.ts';

onBothWhenFull('the figures of inquiries', (engine) => {
  let clock = new Date('2026-01-30T15:00:00.000Z');
  const t = suiteApp(engine, { config: { tokenHours: 20_000 }, now: () => clock });

  /** An inquiry of an instant that was replied to after some hours, and decided after some more. */
  async function inquire(at: string, replyHours: number, status: string, flagged = 0) {
    clock = new Date(at);
    await send(t, 'POST', '/api/inquiry', null, smallInquiry);
    const [{ id }] = await read(t, '/api/inquiries?limit=1');
    if (flagged)
      await t.ctx.db.updateTable('inquiries').set({ flagged }).where('id', '=', id).execute();
    const move = (to: string, hours: number) => {
      clock = new Date(Date.parse(at) + hours * 3_600_000);
      return send(t, 'PUT', `/api/inquiries/${id}`, t.admin, { status: to });
    };
    await move('contacted', replyHours);
    await move(status, replyHours + 1);
  }

  test('have the win rate and the median first reply of each month in Chicago', async () => {
    await inquire('2026-02-02T15:00:00.000Z', 1, 'won');
    await inquire('2026-02-03T15:00:00.000Z', 2.5, 'won');
    await inquire('2026-02-04T15:00:00.000Z', 10, 'lost');
    await inquire('2026-02-04T16:00:00.000Z', 500, 'lost', 1);
    // Replied to in April, decided an hour later, both still in March in Chicago.
    await inquire('2026-04-01T03:00:00.000Z', 0.5, 'lost');
    await inquire('2026-04-02T15:00:00.000Z', 3, 'quoted');
    clock = new Date('2026-04-20T15:00:00.000Z');
    const { months } = await read(t, '/api/inquiries/figures');
    expect(months).toHaveLength(12);
    expect([months[0].month, months.at(-1).month]).toEqual(['2025-05', '2026-04']);
    const none = { won: 0, lost: 0, win_rate: null, replied: 0, median_reply_hours: null };
    expect(months.slice(-4)).toEqual([
      { ...none, month: '2026-01' },
      { month: '2026-02', won: 2, lost: 1, win_rate: 67, replied: 3, median_reply_hours: 2.5 },
      { ...none, month: '2026-03', lost: 1, win_rate: 0, replied: 1, median_reply_hours: 0.5 },
      { ...none, month: '2026-04', replied: 1, median_reply_hours: 3 },
    ]);
  });
});
