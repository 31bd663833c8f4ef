import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { expect, onTestFinished, test } from 'vitest';
import { startApp, suiteApp } from '#tests/harness/app.ts';
import { onBothWhenFull, sqliteOnly } from '#tests/harness/databases.ts';
import { login } from '../features/session/session.service.ts';
import { selectUnread } from '../features/settlement-drops/settlement-drops.queries.ts';
import { insertRows } from './sample.queries.ts';
import { readSample } from './sample-data.ts';
import { seedSampleCompany } from './seed.ts';

const noon = new Date('2026-03-11T17:00:00Z');

onBothWhenFull('the sample company', (engine) => {
  const t = suiteApp(engine, { now: () => noon });

  test('is seeded completely and once, also by two concurrent starts, with readable files', async () => {
    const { ctx } = t;
    const answers = await Promise.all([seedSampleCompany(ctx), seedSampleCompany(ctx)]);
    expect(answers.map((lines) => lines.length).toSorted()).toEqual([0, 2]);
    expect(await seedSampleCompany(ctx)).toEqual([]);
    const { db, storage } = ctx;
    const count = async (table: 'jobs' | 'applications' | 'inquiries' | 'employees' | 'damages') =>
      (await db.selectFrom(table).selectAll().execute()).length;
    expect(await Promise.all((['jobs', 'applications', 'inquiries'] as const).map(count))).toEqual([
      16, 42, 26,
    ]);
    expect([await count('employees'), await count('damages')]).toEqual([27, 60]);
    // As printed: role: username / password.
    for (const line of answers.flat()) {
      const [, role, username = '', password = ''] = /^(\w+): (\S+) \/ (\S+)$/.exec(line) ?? [];
      expect((await login(ctx, { username, password, ip: '127.0.0.1' })).role).toBe(role);
    }
    const objects = await db.selectFrom('objects').selectAll().execute();
    expect(objects).toHaveLength(273);
    for (const { key, kind, size, sha256, width, height } of objects) {
      const bytes = await buffer(await storage.read(key));
      expect(bytes.length).toBe(size);
      expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256);
      if (kind === 'pdf') {
        expect(bytes.subarray(0, 5).toString('latin1')).toBe('%PDF-');
      } else {
        const pixels = kind === 'jpeg' ? { width: 960, height: 640 } : { width, height };
        const format = kind === 'avif' ? 'heif' : kind;
        expect(await sharp(bytes).metadata()).toMatchObject({ ...pixels, format });
      }
    }
    expect(await Array.fromAsync(storage.list(), ({ key }) => key)).toHaveLength(objects.length);
    // The background task has no settlement to read.
    expect(await selectUnread(db, 1, 2 ** 31 - 1)).toEqual([]);
  });
});

sqliteOnly.test(
  "the sample company isn't seeded where the installation is in use, nor later when it's empty again",
  async () => {
    const { ctx, admin, close } = await startApp('sqlite', { now: () => noon });
    onTestFinished(close);
    const [{ '@': _, ...job } = {}] = (await readSample(noon)).tables.jobs ?? [];
    await insertRows(ctx.db, 'jobs', [job]);
    expect(await seedSampleCompany(ctx)).toEqual([]);
    await ctx.db.deleteFrom('jobs').execute();
    expect(await seedSampleCompany(ctx)).toEqual([]);
    const users = await ctx.db.selectFrom('users').select('username').execute();
    expect(users.map((user) => user.username).toSorted()).toEqual([admin.username, 'emil']);
  },
);

sqliteOnly.test(
  "the sample company isn't seeded where an account has one of its names",
  async () => {
    const app = await startApp('sqlite', { now: () => noon });
    onTestFinished(app.close);
    await app.person('Joy.Feldman', 'employee');
    expect(await seedSampleCompany(app.ctx)).toEqual([]);
    expect(await app.ctx.db.selectFrom('jobs').selectAll().execute()).toEqual([]);
  },
);
