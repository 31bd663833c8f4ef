import { afterEach, expect, test } from 'vitest';
import { sendApplication } from '#contract/applications.ts';
import { startApp, type TestApp } from '#tests/harness/app.ts';
import { whole } from '#tests/harness/applications.ts';
import { onBothWhenFull } from '#tests/harness/databases.ts';
import { smallInquiry } from '#tests/harness/inquiry-sample.ts';

onBothWhenFull('a flood of forms (SEC17)', (engine) => {
  let t: TestApp;
  afterEach(() => t.close());

  const post = (url: string, payload: object, remoteAddress = '203.0.113.5') =>
    t.app.inject({ method: 'POST', url, payload, remoteAddress });
  const isFlagged = async (table: 'inquiries' | 'applications') => {
    const query = t.ctx.db.selectFrom(table).select('flagged').orderBy('id', 'desc').limit(1);
    return (await query.executeTakeFirstOrThrow()).flagged === 1;
  };

  test('of 500 posts from 100 addresses refuses neither a dealer nor an applicant', async () => {
    t = await startApp(engine, { config: { rateLimits: true } });
    for (let n = 0; n < 500; n += 1) {
      const { statusCode } = await post('/api/inquiry', smallInquiry, `10.0.${n % 100}.1`);
      expect(statusCode).toBe(201);
      await t.ctx.limits.countForm(t.ctx.db, sendApplication.name, `10.0.${n % 100}.1`);
    }
    expect(await isFlagged('inquiries')).toBe(false);

    const dealer = await post('/api/inquiry', smallInquiry);
    expect([dealer.statusCode, dealer.json().reference]).toEqual([201, expect.any(String)]);
    expect(await isFlagged('inquiries')).toBe(true);
    expect((await post('/api/application', whole)).statusCode).toBe(201);
    expect(await isFlagged('applications')).toBe(true);

    // The office's mails about what is flagged end at 20 an hour.
    for (let n = 0; n < 30; n += 1) await post('/api/inquiry', smallInquiry, `10.1.${n}.1`);
    const mails = await t.ctx.db
      .selectFrom('outbox')
      .select('recipient')
      .where('subject', 'like', '[check] Quote request%')
      .execute();
    expect(mails).toHaveLength(20);
  });

  test('deletes the oldest flagged inquiries that nobody changed, and no others', async () => {
    t = await startApp(engine);
    const row = {
      ...smallInquiry,
      ...{ note: '', company_address: '', phone_number: '', website: '', vehicle_dimension: '' },
      ...{ special_handling: '', pickup_facilities: '', delivery_facilities: '' },
      ...{ additional_info: '', status: 'new' as const, flagged: 1, version: 1 },
      ...{ vehicle_type: 'car' as const, vehicle_condition: 'new' as const },
    };
    const rows = Array.from({ length: 5_003 }, (_, n) => ({
      ...row,
      reference: `R${n}`,
      created_at: new Date(Date.UTC(2026, 0, 1, 0, 0, n)).toISOString(),
      ...(n === 0 && { flagged: 0 }),
      ...(n === 1 && { status: 'quoted' as const }),
      ...(n === 2 && { version: 2 }),
    }));
    for (let n = 0; n < rows.length; n += 500) {
      await t.ctx.db
        .insertInto('inquiries')
        .values(rows.slice(n, n + 500))
        .execute();
    }
    const spam = { ...smallInquiry, fax_number: '1' };
    const references = async () =>
      (await t.ctx.db.selectFrom('inquiries').select('reference').orderBy('id').execute()).map(
        ({ reference }) => reference,
      );
    await post('/api/inquiry', spam);
    expect(await references()).toHaveLength(5_004);
    await post('/api/inquiry', spam);
    expect((await references()).slice(0, 4)).toEqual(['R0', 'R1', 'R2', 'R103']);
    const entry = await t.ctx.db
      .selectFrom('audit')
      .select(['user_id', 'detail'])
      .where('action', '=', 'spam.delete')
      .executeTakeFirst();
    expect(entry).toEqual({ user_id: null, detail: '{"inquiries":100}' });
  });
});
