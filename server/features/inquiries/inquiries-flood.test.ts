import { expect, onTestFinished, test } from 'vitest';
import { startApplication } from '#contract/application-drafts.ts';
import { sendApplication } from '#contract/applications.ts';
import { sendInquiry } from '#contract/inquiries.ts';
import { startApp } from '#tests/harness/app.ts';
import { onBothWhenFull } from '#tests/harness/databases.ts';
import { fullInquiry, smallInquiry } from '#tests/harness/inquiry-sample.ts';
import { makeQuote } from '#tests/harness/quotes.ts';
import { started, whole } from '#tests/records/hiring.ts';
import { rowsOf } from '#tests/records/stored.ts';

onBothWhenFull('a flood of forms (SEC17)', (engine) => {
  async function start(rateLimits: boolean) {
    const t = await startApp(engine, { config: { rateLimits } });
    onTestFinished(t.close);
    const post = (url: string, payload: object, remoteAddress = '203.0.113.5') =>
      t.app.inject({ method: 'POST', url, payload, remoteAddress });
    return { t, post };
  }

  test('of 500 posts from 100 addresses refuses neither a dealer nor an applicant', async () => {
    const { t, post } = await start(true);
    const isFlagged = async (table: 'inquiries' | 'applications' | 'application_drafts') =>
      (await rowsOf(t, table, {}, 'id')).at(-1)?.flagged === 1;
    const { limits, db } = t.ctx;
    for (let n = 0; n < 500; n += 1) {
      await limits.countForm(db, sendApplication.name, `10.0.${n % 100}.1`);
      await limits.countForm(db, startApplication.name, `10.0.${n % 100}.1`);
      if (n > 0) await limits.countForm(db, sendInquiry.name, `10.0.${n % 100}.1`);
    }
    expect((await post('/api/inquiry', smallInquiry, '10.0.0.1')).statusCode).toBe(201);
    expect(await isFlagged('inquiries')).toBe(false);

    const dealer = await post('/api/inquiry', smallInquiry);
    expect([dealer.statusCode, dealer.json().reference]).toEqual([201, expect.any(String)]);
    expect(await isFlagged('inquiries')).toBe(true);
    expect((await post('/api/application', whole)).statusCode).toBe(201);
    expect(await isFlagged('applications')).toBe(true);
    expect((await post('/api/application/started', started())).statusCode).toBe(201);
    expect(await isFlagged('application_drafts')).toBe(true);

    // The office's mails about what is flagged end at 20 an hour.
    for (let n = 0; n < 30; n += 1) await post('/api/inquiry', smallInquiry, `10.1.${n}.1`);
    const subjects = (await rowsOf(t, 'outbox')).map(({ subject }) => subject);
    const checked = subjects.filter((subject) => subject.startsWith('[check] Quote request'));
    expect(checked).toHaveLength(20);
  });

  test('deletes the oldest flagged inquiries that nobody worked on or wrote about, and no others', async () => {
    const { t, post } = await start(false);
    const types = { vehicle_type: 'car', vehicle_condition: 'new', status: 'new' } as const;
    const row = { ...fullInquiry, ...types, note: '', flagged: 1, version: 1 };
    const rows = Array.from({ length: 5_005 }, (_, n) => ({
      ...row,
      reference: `R${n}`,
      created_at: new Date(Date.UTC(2026, 0, 1, 0, 0, n)).toISOString(),
      ...(n === 0 && { flagged: 0 }),
      ...(n === 1 && { status: 'quoted' as const }),
      ...(n === 2 && { version: 2 }),
    }));
    for (let n = 0; n < rows.length; n += 500) {
      const some = t.ctx.db.insertInto('inquiries').values(rows.slice(n, n + 500));
      await some.execute();
    }
    const idOf = async (reference: string) =>
      (await rowsOf(t, 'inquiries', { reference }))[0]?.id ?? 0;
    await makeQuote(t, await idOf('R3'));
    const note = { inquiry_id: await idOf('R4'), kind: 'customer', text: 'When?' };
    await t.ctx.db
      .insertInto('inquiry_notes')
      .values({ ...note, created_at: '2026-01-01' })
      .execute();
    const spam = { ...smallInquiry, fax_number: '1' };
    const references = async () =>
      (await rowsOf(t, 'inquiries', {}, 'id')).map(({ reference }) => reference);
    await post('/api/inquiry', spam);
    expect(await references()).toHaveLength(5_006);
    await post('/api/inquiry', spam);
    expect((await references()).slice(0, 6)).toEqual(['R0', 'R1', 'R2', 'R3', 'R4', 'R105']);
    expect(await rowsOf(t, 'audit', { action: 'spam.delete' })).toMatchObject([
      { user_id: null, detail: '{"inquiries":100}' },
    ]);
  });
});
