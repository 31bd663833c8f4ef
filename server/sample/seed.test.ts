import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, afterEach, expect, test } from 'vitest';
import type { Conversation } from '#contract/chat.ts';
import type { Claim, ListedClaim } from '#contract/claims.ts';
import { today } from '#contract/dates.ts';
import { isVin } from '#contract/vin.ts';
import { startApp, type TestApp } from '../../tests/harness/app.ts';
import { chatsOf } from '../../tests/harness/chats.ts';
import { onBothDatabases } from '../../tests/harness/databases.ts';
import { login } from '../features/session/session.service.ts';
import type { AppContext } from '../platform/app-context.ts';
import { insertRows } from './sample.queries.ts';
import { readSample } from './sample-data.ts';
import { photoSize } from './sample-files.ts';
import { seedSampleCompany } from './seed.ts';
import { seededTables } from './seed-tables.ts';

const noon = new Date('2026-03-11T17:00:00Z');

/** Every row of the sample's tables, without password hashes. */
async function contentsOf({ db }: AppContext): Promise<Record<string, unknown[]>> {
  const found: Record<string, unknown[]> = {};
  for (const table of [...seededTables, 'conversations', 'messages', 'answers']) {
    const { rows } = await sql<object>`select * from ${sql.table(table)}`.execute(db);
    const own = rows.map((row) => ({ ...row, password_hash: '' }));
    found[table] = own.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
  }
  return found;
}

/** Signs in as the printed lines say; throws when a password is wrong. */
async function signIns({ ctx }: TestApp, lines: readonly string[]) {
  const people = lines.map(async (line) => {
    const [, role, username = '', password = ''] = /^(\w+): (\S+) \/ (\S+)$/.exec(line) ?? [];
    const session = await login(ctx, { username, password, ip: '127.0.0.1' });
    expect(session.role).toBe(role);
    const headers = { authorization: `Bearer ${session.token}` };
    return [
      session.role,
      { userId: 0, username, password, token: session.token, headers },
    ] as const;
  });
  const { admin, employee } = Object.fromEntries(await Promise.all(people));
  if (!admin || !employee) throw new Error('an admin and an employee were expected');
  return { admin, employee };
}

onBothDatabases('the sample company', (engine) => {
  const open: TestApp[] = [];
  const start = async () => {
    const app = await startApp(engine, { now: () => noon });
    open.push(app);
    return app;
  };
  afterEach(async () => {
    for (const app of open.splice(0)) await app.close();
  });

  // One for all tests that only read.
  let shared: ReturnType<typeof startSeeded> | undefined;
  async function startSeeded() {
    const app = await startApp(engine, { now: () => noon });
    return { app, ...(await signIns(app, await seedSampleCompany(app.ctx))) };
  }
  async function seeded() {
    shared ??= startSeeded();
    const { app, admin, employee } = await shared;
    const read = async <T>(url: string, { headers } = app.admin): Promise<T> => {
      const response = await app.app.inject({ url, headers });
      expect(response.statusCode, response.body).toBe(200);
      return response.json();
    };
    return { app, db: app.ctx.db, storage: app.ctx.storage, admin, employee, read };
  }
  afterAll(async () => (await shared)?.app.close());

  test('is seeded completely and once, also by two concurrent starts', async () => {
    const app = await start();
    const { ctx } = app;
    const answers = await Promise.all([seedSampleCompany(ctx), seedSampleCompany(ctx)]);
    expect(answers.map((lines) => lines.length).toSorted()).toEqual([0, 2]);
    expect(await seedSampleCompany(ctx)).toEqual([]);
    const found = await contentsOf(ctx);
    const counts = ['jobs', 'applications', 'inquiries', 'objects', 'employees', 'damages'].map(
      (table) => found[table]?.length,
    );
    expect(counts).toEqual([14, 40, 25, 272, 27, 60]);
    const users = await ctx.db.selectFrom('users').selectAll().execute();
    const roles = users.flatMap((user) => (user.username.includes('.') ? user.user_role : []));
    expect(roles.filter((role) => role === 'admin')).toHaveLength(3);
    expect(roles.filter((role) => role === 'employee')).toHaveLength(24);
    const audit = await ctx.db.selectFrom('audit').select('action').execute();
    expect(audit.filter(({ action }) => action === 'sample.plant')).toHaveLength(1);
    expect((await signIns(app, answers.flat())).employee.username).toBe('kevin.obrien');
  });

  test('is the same every time, except for its passwords', async () => {
    const [one, other] = [await start(), await start()];
    const lines = [await seedSampleCompany(one.ctx), await seedSampleCompany(other.ctx)];
    expect(await contentsOf(one.ctx)).toEqual(await contentsOf(other.ctx));
    expect(lines[0]).not.toEqual(lines[1]);
  });

  test("isn't seeded where the installation is in use, nor later when it's empty again", async () => {
    const { ctx, admin } = await start();
    const [{ '@': _, ...job } = {}] = (await readSample(noon)).tables.jobs ?? [];
    await insertRows(ctx.db, 'jobs', [job]);
    expect(await seedSampleCompany(ctx)).toEqual([]);
    await ctx.db.deleteFrom('jobs').execute();
    expect(await seedSampleCompany(ctx)).toEqual([]);
    const users = await ctx.db.selectFrom('users').select('username').execute();
    expect(users.map((user) => user.username).toSorted()).toEqual([admin.username, 'emil']);
  });

  test('keeps the username of a real account', async () => {
    const app = await start();
    const { userId } = await app.person('Patrice.Nowak', 'employee');
    expect(await seedSampleCompany(app.ctx)).toHaveLength(1);
    const found = await contentsOf(app.ctx);
    expect(found.employees).toHaveLength(26);
    for (const [table, rows] of Object.entries(found)) {
      if (table !== 'users') expect(JSON.stringify(rows)).not.toContain(`"user_id":${userId},`);
    }
  });

  test('stores readable files with the bytes that their rows name', async () => {
    const { db, storage } = await seeded();
    const objects = await db.selectFrom('objects').selectAll().execute();
    for (const { key, kind, size, sha256, width, height } of objects) {
      const bytes = await buffer(await storage.read(key));
      expect(bytes.length).toBe(size);
      expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256);
      if (kind === 'pdf') {
        expect(bytes.subarray(0, 5).toString('latin1')).toBe('%PDF-');
        expect(bytes.subarray(-8).toString('latin1')).toContain('%%EOF');
      } else {
        const pixels = kind === 'jpeg' ? photoSize : { width, height };
        const format = kind === 'avif' ? 'heif' : kind;
        expect(await sharp(bytes).metadata()).toMatchObject({ ...pixels, format });
      }
    }
    expect(await Array.fromAsync(storage.list(), ({ key }) => key)).toHaveLength(objects.length);
  });

  test('links most applications to jobs that were open at the time', async () => {
    const { db } = await seeded();
    const rows = await db
      .selectFrom('applications')
      .leftJoin('jobs', 'jobs.id', 'applications.job_id')
      .select(['applications.position', 'applications.created_at', 'job_id', 'date_posted'])
      .select('jobs.position as job')
      .execute();
    const linked = rows.filter((row) => row.job_id !== null);
    expect(linked.length).toBeGreaterThanOrEqual(30);
    for (const row of linked) {
      expect(row.position).toBe(row.job);
      expect(today(new Date(row.created_at)) >= (row.date_posted ?? '')).toBe(true);
    }
  });

  test('has chats with unread messages for both sign-ins, a photo, and other admins who answered', async () => {
    const { app, admin, employee, read } = await seeded();
    const { conversations, search } = chatsOf(() => app);
    const unread = (rows: Conversation[]) => rows.reduce((sum, row) => sum + row.unreadCount, 0);
    const [ofAdmin, ofDriver] = [await conversations(admin), await conversations(employee)];
    expect([unread(ofAdmin.rows), unread(ofDriver.rows)]).toEqual([3, 2]);
    expect(ofDriver.rows).toHaveLength(3);
    const answeredByOthers = ofAdmin.rows.filter(({ lastMessage }) => lastMessage === null);
    expect(answeredByOthers.length).toBeGreaterThan(4);
    const [photo] = (await search(admin, 'dent camry')).rows;
    expect(photo?.attachment).toMatchObject({ kind: 'jpeg', width: 960, height: 640 });
    const url = `/api/settlements/presigned-get?path=${photo?.attachment?.key}`;
    const signed = await read<{ url: string }>(url, employee);
    const opened = await app.app.inject(signed.url);
    expect(opened.headers['content-type']).toBe('image/jpeg');
  });

  test('shows the driver their settlements, one unopened, and a rejected form', async () => {
    const { employee, read } = await seeded();
    const own = await read<{ opened_at: string | null }[]>('/api/settlements/files', employee);
    expect(own).toHaveLength(5);
    expect(own[0]).toMatchObject({ opened_at: null });
    expect(await read('/api/badges', employee)).toMatchObject({
      unread_notices: 2,
      unopened_settlements: 1,
      unopened_training: 2,
      new_applications: 0,
    });
    const files = await read<{ file_name: string; status: string }[]>(
      '/api/employee-files',
      employee,
    );
    const found = files.find(({ file_name }) => file_name === 'Form W-4.pdf');
    expect(found?.status).toBe('Rejected');
  });

  test("shows the office who hasn't opened a document, and the guide's earlier revision", async () => {
    const { read } = await seeded();
    const totals =
      await read<{ file_id: number; file_name: string; missing: number }[]>(
        '/api/receipts/documents',
      );
    expect(totals).toHaveLength(51);
    const guide = totals.find(({ file_name }) => file_name === 'Nine-car tie-down guide.pdf');
    const receipts = await read<{ missing: number }[]>(`/api/receipts?file_id=${guide?.file_id}`);
    expect(receipts.filter(({ missing }) => missing === 1)).toHaveLength(guide?.missing ?? -1);
    const earlier = await read<{ revision: number }[]>(`/api/receipts/${guide?.file_id}/earlier`);
    expect(earlier.map(({ revision }) => revision)).toEqual([1]);
    expect(await read('/api/badges')).toMatchObject({ submissions_to_review: expect.any(Number) });
  });

  test('shows claims in most statuses, one overdue, one disputed, one with a photo', async () => {
    const { read, db } = await seeded();
    const claims = await read<ListedClaim[]>('/api/claims');
    expect(new Set(claims.map(({ status }) => status)).size).toBe(5);
    expect(claims.filter(({ overdue }) => overdue === 'acknowledge')).toHaveLength(1);
    expect(claims.filter(({ overdue }) => overdue === 'decide')).toHaveLength(1);
    expect(claims.filter((one) => one.driver_response === 'disputed')).toHaveLength(1);
    for (const { vin } of claims) expect(vin === '' || isVin(vin)).toBe(true);
    const photos = await db.selectFrom('claim_photos').selectAll().execute();
    expect(photos).toHaveLength(1);
    const shown = await read<Claim>(`/api/damages/${photos[0]?.damage_id}/claim`);
    expect(shown).toMatchObject({ driver_name: "Kevin O'Brien", changes: [{ field: 'created' }] });
  });

  test('lists products and posts newest first, with pictures in several widths', async () => {
    const { read } = await seeded();
    const { tables } = await readSample(noon);
    const titles = (rows: readonly { title?: unknown }[] = []) => rows.map(({ title }) => title);
    const color = expect.stringMatching(/^#[0-9a-f]{6}$/);
    const products =
      await read<{ title: string; image_key: string; picture: object }[]>('/api/store');
    expect(titles(products)).toEqual(titles(tables.products?.toReversed()));
    for (const { picture, image_key } of products) {
      expect(picture).toEqual({ width: 640, height: 480, color });
      const link = await read<object>(`/api/store/presigned-get?key=${image_key}`);
      expect(link).toMatchObject({ srcset: expect.stringMatching(/ 320w, \S+ 640w$/) });
    }
    const posts =
      await read<{ title: string; image_url: string | null; picture: object }[]>(
        '/api/spotlight/posts',
      );
    expect(titles(posts)).toEqual(titles(tables.posts?.toReversed()));
    for (const { image_url, picture } of posts) {
      expect(picture).toEqual(image_url === null ? null : { width: 960, height: 600, color });
    }
  });
});
