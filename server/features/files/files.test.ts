import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { files as messages } from '#contract/messages/files.ts';
import { replyOf } from '../../../tests/fixtures/requests.ts';
import { startApp, type TestApp } from '../../../tests/harness/app.ts';
import { onBothWhenFull } from '../../../tests/harness/databases.ts';
import { pdfOf } from '../../../tests/harness/multipart.ts';
import { ownedFilesOf } from '../../../tests/harness/owned-files.ts';
import { setPasswordOf } from '../passwords/passwords.service.ts';

onBothWhenFull('files', (engine) => {
  let t: TestApp;
  let offset = 0;
  let key: string;
  const files = ownedFilesOf(() => t);
  beforeAll(async () => {
    t = await startApp(engine, { now: () => new Date(Date.now() + offset) });
    key = await files.resume();
  });
  afterAll(() => t.close());

  test.each([
    `resumes/${randomUUID()}.pdf`,
    `settlements/${randomUUID()}.pdf`,
    '../../../../etc/passwd',
    'resumes/../token-secret',
    'resumes/..%2f..%2ftoken-secret',
    'resumes/\u0000.pdf',
    '%',
    'x'.repeat(500),
  ])('%j is 404 for everyone, like a key they may not read', async (path) => {
    for (const by of [t.admin, t.employee]) {
      expect(replyOf(await files.presign(path, by))).toEqual([
        404,
        { code: 'not_found', error: messages.notFound },
      ]);
    }
    for (const form of [path, encodeURIComponent(path), encodeURI(path)]) {
      const url = `/files/${form}`.replace(/[^\x21-\x7e]/g, '');
      const response = await t.app.inject({ url });
      expect([400, 403, 404]).toContain(response.statusCode);
      expect(response.body).not.toContain('root:');
    }
  });

  test('returns 403 for a changed link', async () => {
    const link = await files.link(key, t.admin);
    expect(link).toMatch(
      /^\/files\/resumes\/[0-9a-f-]{36}\.pdf\?user=\d+&version=\d+&expires=\d+&seal=[\w-]+$/,
    );
    const url = new URL(link, 'http://x');
    for (const [name, value] of [
      ['user', null],
      ['version', '9'],
      ['version', null],
      ['expires', null],
      ['seal', `${url.searchParams.get('seal')?.slice(0, -1)}!`],
      ['seal', ''],
      ['seal', null],
    ] as const) {
      const copy = new URL(url);
      if (value === null) copy.searchParams.delete(name);
      else copy.searchParams.set(name, value);
      const response = await t.app.inject({ url: copy.pathname + copy.search });
      expect(replyOf(response)).toEqual([
        403,
        { code: 'link_expired', error: messages.linkExpired },
      ]);
    }
    expect((await t.app.inject({ url: `${link}&seal=x` })).statusCode).toBe(403);
  });

  test('a new password ends the links from before', async () => {
    const person = await t.person('lina', 'admin');
    const url = await files.link(key, person);
    expect((await t.app.inject({ url })).statusCode).toBe(200);
    await setPasswordOf(t.ctx, person.username, 'eighteen wheels');
    const ended = await t.app.inject({ url });
    expect(replyOf(ended)).toEqual([403, { code: 'link_expired', error: messages.linkExpired }]);
  });

  test('a link works for 5 minutes', async () => {
    const url = await files.link(key, t.admin);
    const statusAfter = async (milliseconds: number) => {
      offset = milliseconds;
      return (await t.app.inject({ url })).statusCode;
    };
    expect([await statusAfter(298_000), await statusAfter(301_000)]).toEqual([200, 403]);
    offset = 0;
  });

  test('returns 404 for missing bytes, and for bytes without a row', async () => {
    const own = await files.resume();
    const url = await files.link(own, t.admin);
    const folder = join(t.ctx.config.dataDir, 'files');
    await rm(join(folder, own));
    expect(replyOf(await t.app.inject({ url }))).toEqual([
      404,
      { code: 'not_found', error: messages.notFound },
    ]);
    const stray = `resumes/${randomUUID()}.pdf`;
    await writeFile(join(folder, stray), pdfOf());
    expect((await files.presign(stray, t.admin)).statusCode).toBe(404);
  });
});
