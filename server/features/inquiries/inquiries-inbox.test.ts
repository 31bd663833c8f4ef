import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../../tests/harness/app.ts';
import { onBothDatabases } from '../../../tests/harness/databases.ts';
import { fullInquiry, smallInquiry } from '../../../tests/harness/inquiry-sample.ts';
import { changeInquiry } from './inquiries.queries.ts';

onBothDatabases('the inbox', (engine) => {
  let server: TestApp;
  const opened = Date.now();
  let clock = new Date(opened);
  beforeAll(async () => {
    server = await startApp(engine, { now: () => clock });
  });
  afterAll(() => server.close());
  beforeEach(() => server.ground.db.deleteFrom('inquiries').execute());

  const send = async (payload: object = smallInquiry): Promise<string> =>
    (await server.app.inject({ method: 'POST', url: '/api/inquiry', payload })).json().reference;
  const list = (query = '', headers: Record<string, string> = server.admin.headers) =>
    server.app.inject({ url: `/api/inquiries${query}`, headers });
  const update = (id: number | string, payload: unknown, headers = server.admin.headers) =>
    server.app.inject({
      method: 'PUT',
      url: `/api/inquiries/${id}`,
      headers: { ...headers, 'content-type': 'application/json' },
      payload: JSON.stringify(payload),
    });
  const only = async () => (await list()).json()[0];
  const audits = (id: number) =>
    server.ground.db
      .selectFrom('audit')
      .selectAll()
      .where('action', '=', 'inquiry.update')
      .where('target_id', '=', String(id))
      .orderBy('id')
      .execute();

  test('shows every field, as it was sent', async () => {
    const reference = await send(fullInquiry);
    expect(await only()).toEqual({
      ...fullInquiry,
      id: expect.any(Number),
      reference,
      status: 'new',
      flagged: false,
      note: '',
      created_at: clock.toISOString(),
      version: 1,
    });
  });

  test('is for admins alone', async () => {
    expect((await list('', {})).statusCode).toBe(401);
    const refused = await list('', server.employee.headers);
    expect([refused.statusCode, refused.json().error]).toEqual([
      403,
      'Access denied. Admins only.',
    ]);
    expect((await update(1, { status: 'won' }, server.employee.headers)).statusCode).toBe(403);
  });

  test('newest first; in pages that hold still while others write', async () => {
    const references: string[] = [];
    // Two share each instant, so the id decides.
    for (let n = 0; n < 7; n += 1) {
      clock = new Date(opened + 60_000 * (1 + Math.floor(n / 2)));
      references.unshift(await send());
    }
    const whole = await list();
    expect(whole.json().map((row: { reference: string }) => row.reference)).toEqual(references);
    expect(whole.headers['x-next-before']).toBeUndefined();

    const seen: string[] = [];
    let query = '?limit=2';
    for (let pages = 1; ; pages += 1) {
      const page = await list(query);
      seen.push(...page.json().map((row: { reference: string }) => row.reference));
      const next = page.headers['x-next-before'];
      if (next === undefined) {
        expect(pages).toBe(4);
        break;
      }
      expect(page.json()).toHaveLength(2);
      await send();
      query = `?limit=2&before=${encodeURIComponent(String(next))}`;
    }
    expect(seen).toEqual(references);
    expect((await list('?limit=500')).headers['x-next-before']).toBeUndefined();
  });

  test.each([
    '?limit=0',
    '?limit=501',
    '?limit=x',
    '?limit=1.5',
    '?before=x',
    '?limit=2&before=%00',
  ])('%s is a 400', async (query) => {
    const answer = await list(query);
    expect(answer.statusCode).toBe(400);
    expect(Object.keys(answer.json().fields)).toHaveLength(1);
  });

  test('an update changes only what is sent, and each change is on record', async () => {
    await send();
    const { id } = await only();
    const answer = await update(id, { status: 'contacted' });
    expect([answer.statusCode, answer.json()]).toEqual([200, { message: 'Inquiry updated.' }]);
    expect(await only()).toMatchObject({ status: 'contacted', note: '', version: 2 });
    await update(id, { note: 'Called.\r\nWants nine a week.', version: 2 });
    expect(await only()).toMatchObject({
      status: 'contacted',
      note: 'Called.\nWants nine a week.',
      version: 3,
    });
    await update(id, { note: '', status: 'lost' });
    expect(await only()).toMatchObject({ status: 'lost', note: '', version: 4 });

    const lines = await audits(id);
    expect(lines.map((line) => JSON.parse(line.detail))).toEqual([
      { before: 'new', after: 'contacted', noteChanged: false },
      { before: 'contacted', after: 'contacted', noteChanged: true },
      { before: 'contacted', after: 'lost', noteChanged: true },
    ]);
    expect(lines.every((line) => line.user_id === server.admin.userId)).toBe(true);
    expect(JSON.stringify(lines)).not.toContain('Wants nine');
  });

  test('what changes nothing is no change', async () => {
    await send();
    const { id } = await only();
    for (const body of [{}, { status: 'new' }, { note: '' }, { reference: 'Q-MINE' }]) {
      expect((await update(id, body)).statusCode).toBe(200);
    }
    expect(await only()).toMatchObject({ version: 1 });
    expect(await audits(id)).toEqual([]);
  });

  test('a stale version is 409 with the inquiry as it is, and nothing changes', async () => {
    await send();
    const { id } = await only();
    await update(id, { status: 'quoted', version: 1 });
    const stale = await update(id, { status: 'won', note: 'mine', version: 1 });
    expect(stale.statusCode).toBe(409);
    expect(stale.json().current).toEqual(await only());
    expect(stale.json().error).toMatch(/^Somebody else has changed this/);
    expect(await only()).toMatchObject({ status: 'quoted', note: '', version: 2 });
    expect(await audits(id)).toHaveLength(1);
  });

  test('of eight at once against one version, one wins', async () => {
    await send();
    const { id } = await only();
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) => update(id, { note: `note ${n}`, version: 1 })),
    );
    expect(answers.filter((answer) => answer.statusCode === 200)).toHaveLength(1);
    expect(answers.filter((answer) => answer.statusCode === 409)).toHaveLength(7);
    expect(await only()).toMatchObject({ version: 2 });
  });

  test('an update that waits for another one sees what that one has done', async () => {
    await send();
    const { id } = await only();
    const holding = Promise.withResolvers<void>();
    const enough = Promise.withResolvers<void>();
    const first = server.ground.db.transaction().execute(async (tx) => {
      await changeInquiry(tx, id, { status: 'won', note: '' });
      holding.resolve();
      await enough.promise;
    });
    await holding.promise;
    const second = update(id, { note: 'mine', version: 1 });
    await pause(150);
    enough.resolve();
    await first;
    expect((await second).statusCode).toBe(409);
    expect(await only()).toMatchObject({ status: 'won', note: '', version: 2 });
  });

  test('eight at once without a version: the last wins, and all are on record', async () => {
    await send();
    const { id } = await only();
    await Promise.all(Array.from({ length: 8 }, (_, n) => update(id, { note: `note ${n}` })));
    expect(await only()).toMatchObject({ version: 9 });
    expect(await audits(id)).toHaveLength(8);
  });

  test('bad updates are refused in words', async () => {
    await send();
    const { id } = await only();
    const bad = {
      status: ['New', 'done', 1, {}],
      note: ['x'.repeat(10_001), 'a\0b', 1, {}],
      version: [0, -1, 'x', 1.5],
    };
    for (const [name, values] of Object.entries(bad)) {
      for (const value of values) {
        const answer = await update(id, { [name]: value });
        expect([answer.statusCode, Object.keys(answer.json().fields)]).toEqual([400, [name]]);
      }
    }
    expect((await update(id, { note: 'x'.repeat(10_000) })).statusCode).toBe(200);
    // What is blank is not sent.
    for (const status of ['', null]) {
      expect((await update(id, { status })).statusCode).toBe(200);
      expect((await only()).status).toBe('new');
    }
    expect((await update(2_000_000_000, { status: 'won' })).statusCode).toBe(404);
    for (const wrong of ['0', 'x', '1.5', '99999999999']) {
      expect((await update(wrong, { status: 'won' })).statusCode).toBe(400);
    }
  });
});
