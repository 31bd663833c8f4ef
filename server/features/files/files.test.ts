import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse as parseDisposition } from 'content-disposition';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../../tests/harness/app.ts';
import { onBothDatabases } from '../../../tests/harness/databases.ts';
import { multipartOf, pdfOf } from '../../../tests/harness/multipart.ts';

const applicant = {
  first_name: 'Anna',
  middle_initial: 'N/A',
  last_name: 'Näf',
  phone: '1',
  email: 'anna@example.com',
  street_address: '1 Main Street',
  city: 'Austin',
  state: 'TX',
  gender: 'Decline',
  race: 'Decline to self-identify',
};
const pdf = pdfOf('Anna');

onBothDatabases('files', (engine) => {
  let t: TestApp;
  let offset = 0;
  let key: string;

  beforeAll(async () => {
    t = await startApp(engine, { now: () => new Date(Date.now() + offset) });
    key = (await apply('cv.pdf')).key;
  });
  afterAll(() => t.close());

  async function apply(filename: string): Promise<{ id: number; key: string }> {
    const texts = Object.entries(applicant).map(([name, value]) => ({ name, value }));
    const { payload, headers } = multipartOf([...texts, { name: 'resume', value: pdf, filename }]);
    const sent = await t.app.inject({ method: 'POST', url: '/api/application', headers, payload });
    expect(sent.statusCode).toBe(201);
    const list = await t.app.inject({ url: '/api/applications', headers: t.admin.headers });
    const { id } = sent.json();
    return { id, key: list.json().find((row: { id: number }) => row.id === id).resume_path };
  }

  function presign(path: string, headers: Record<string, string> = t.admin.headers) {
    const query = new URLSearchParams({ path });
    return t.app.inject({ url: `/api/settlements/presigned-get?${query}`, headers });
  }

  async function link(path = key): Promise<string> {
    const answer = await presign(path);
    expect(answer.statusCode).toBe(200);
    return answer.json().url;
  }

  test('an admin gets a link that works without a token, and its headers are exact', async () => {
    const url = await link();
    expect(url).toMatch(/^\/files\/resumes\/[0-9a-f-]{36}\.pdf\?user=\d+&expires=\d+&seal=[\w-]+$/);
    const answer = await t.app.inject({ url });
    expect(answer.statusCode).toBe(200);
    expect(answer.rawPayload.equals(pdf)).toBe(true);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-length': String(pdf.length),
      'content-disposition': 'inline; filename=cv.pdf',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringMatching(/^sandbox.*default-src 'none'/),
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'private, no-store',
      'accept-ranges': 'bytes',
    });
  });

  test.each([
    ['an employee', () => t.employee.headers, 404],
    ['nobody', () => ({}), 401],
    ['a dead token', () => ({ authorization: 'Bearer x.y.z' }), 401],
  ])('%s gets no link to a resume', async (_, headers, status) => {
    expect((await presign(key, headers() as Record<string, string>)).statusCode).toBe(status);
  });

  const strange = [
    `resumes/${randomUUID()}.pdf`,
    `settlements/${randomUUID()}.pdf`,
    `constructor/${randomUUID()}.pdf`,
    '../../../../etc/passwd',
    'resumes/../token-secret',
    'resumes/..%2f..%2ftoken-secret',
    'resumes/%252e%252e/token-secret',
    '..\\token-secret',
    '/etc/passwd',
    'file:///etc/passwd',
    'resumes/\u0000.pdf',
    `resumes/${randomUUID()}.pdf\u0000`,
    `resumes/${randomUUID()}.pdf\n`,
    'resumes/.%c0%ae/x',
    '%',
    'x'.repeat(500),
  ];
  test.each(strange)('%j is 404 for everybody, in the same words', async (path) => {
    for (const headers of [t.admin.headers, t.employee.headers]) {
      const answer = await presign(path, headers);
      expect(answer.statusCode).toBe(404);
      expect(answer.json()).toEqual((await presign(key, t.employee.headers)).json());
    }
    for (const form of [path, encodeURIComponent(path), encodeURI(path)]) {
      const url = `/files/${form}`.replace(/[^\x21-\x7e]/g, '');
      const answer = await t.app.inject({ url });
      expect([400, 403, 404]).toContain(answer.statusCode);
      expect(answer.body).not.toContain('root:');
    }
  });

  test('no path or an endless one is 400', async () => {
    expect((await presign('')).statusCode).toBe(400);
    expect((await presign('x'.repeat(501))).statusCode).toBe(400);
    const none = await t.app.inject({
      url: '/api/settlements/presigned-get',
      headers: t.admin.headers,
    });
    expect(none.statusCode).toBe(400);
  });

  test('a link is for that file, that person and that time', async () => {
    const url = new URL(await link(), 'http://x');
    const changed = (name: string, value: string | null) => {
      const copy = new URL(url);
      if (value === null) copy.searchParams.delete(name);
      else copy.searchParams.set(name, value);
      return t.app.inject({ url: copy.pathname + copy.search });
    };
    for (const [name, value] of [
      ['user', String(t.employee.userId)],
      ['user', null],
      ['expires', String(Number(url.searchParams.get('expires')) + 1)],
      ['expires', null],
      ['seal', `${url.searchParams.get('seal')?.slice(0, -1)}!`],
      ['seal', ''],
      ['seal', null],
    ] as const) {
      const answer = await changed(name, value);
      expect(answer.statusCode).toBe(403);
      expect(answer.json()).toEqual({
        code: 'link_expired',
        error: expect.stringContaining('run out'),
      });
    }
    const other = (await apply('other.pdf')).key;
    const twice = await t.app.inject({ url: `${url.pathname}${url.search}&seal=x` });
    expect(twice.statusCode).toBe(403);
    expect((await t.app.inject({ url: `/files/${other}${url.search}` })).statusCode).toBe(403);
  });

  test('a link works for 5 minutes', async () => {
    const url = await link();
    offset = 298_000;
    expect((await t.app.inject({ url })).statusCode).toBe(200);
    offset = 301_000;
    expect((await t.app.inject({ url })).statusCode).toBe(403);
    offset = 0;
  });

  test('a link ends with the file, the right and the account', async () => {
    const { id, key: own } = await apply('own.pdf');
    const url = await link(own);
    await t.app.inject({
      method: 'DELETE',
      url: `/api/application/${id}`,
      headers: t.admin.headers,
    });
    expect((await t.app.inject({ url })).statusCode).toBe(404);
    expect((await presign(own)).statusCode).toBe(404);

    const other = await t.person(`boss${randomUUID().slice(0, 8)}`, 'admin');
    const theirs = (await presign(key, other.headers)).json().url;
    expect((await t.app.inject({ url: theirs })).statusCode).toBe(200);
    const change = (set: { user_role?: 'employee' | 'admin'; closed_at?: string }) =>
      t.ctx.db.updateTable('users').set(set).where('user_id', '=', other.userId).execute();
    await change({ user_role: 'employee' });
    expect((await t.app.inject({ url: theirs })).statusCode).toBe(404);
    await change({ user_role: 'admin', closed_at: new Date().toISOString() });
    expect((await t.app.inject({ url: theirs })).statusCode).toBe(404);
  });

  test.each([
    ['bytes=0-9', 206, 0, 9],
    ['bytes=10-', 206, 10, pdf.length - 1],
    ['bytes=-5', 206, pdf.length - 5, pdf.length - 1],
    ['bytes=0-99999999', 206, 0, pdf.length - 1],
    ['bytes=-99999999', 206, 0, pdf.length - 1],
    [`bytes=${pdf.length}-`, 416, 0, 0],
    ['bytes=-0', 416, 0, 0],
    ['bytes=5-4', 200, 0, pdf.length - 1],
    ['bytes=-', 200, 0, pdf.length - 1],
    ['bytes=0-1,5-6', 200, 0, pdf.length - 1],
    ['lines=0-1', 200, 0, pdf.length - 1],
  ])('Range %s is %i', async (range, status, start, end) => {
    const answer = await t.app.inject({ url: await link(), headers: { range } });
    expect(answer.statusCode).toBe(status);
    if (status === 416) {
      expect(answer.headers['content-range']).toBe(`bytes */${pdf.length}`);
      expect(answer.json()).toEqual({
        code: 'range_not_satisfiable',
        error: 'This file does not have that part.',
      });
      return;
    }
    expect(answer.rawPayload.equals(pdf.subarray(start, end + 1))).toBe(true);
    expect(answer.headers['content-length']).toBe(String(end - start + 1));
    const part = status === 206 ? `bytes ${start}-${end}/${pdf.length}` : undefined;
    expect(answer.headers['content-range']).toBe(part);
  });

  test('If-Range of another content gives the whole', async () => {
    const url = await link();
    const { etag } = (await t.app.inject({ method: 'HEAD', url })).headers;
    const ranged = (ifRange: string) =>
      t.app.inject({ url, headers: { range: 'bytes=0-1', 'if-range': ifRange } });
    expect((await ranged(String(etag))).statusCode).toBe(206);
    expect((await ranged('"another"')).statusCode).toBe(200);
  });

  test('the first bytes are an opening; HEAD, signing and later parts are none', async () => {
    const { key: own } = await apply('opened.pdf');
    const openings = async () =>
      (
        await t.ctx.db
          .selectFrom('audit')
          .select(['user_id', 'target_kind'])
          .where('action', '=', 'file.open')
          .where('target_id', '=', own)
          .execute()
      ).length;
    const url = await link(own);
    const head = await t.app.inject({ method: 'HEAD', url });
    expect(head.statusCode).toBe(200);
    expect(head.headers['content-length']).toBe(String(pdf.length));
    expect(head.rawPayload.length).toBe(0);
    await t.app.inject({ url, headers: { range: 'bytes=10-20' } });
    expect(await openings()).toBe(0);
    await t.app.inject({ url });
    expect(await openings()).toBe(1);
  });

  test.each([
    ['Näf – Résumé 🚚.pdf', 'Näf – Résumé 🚚.pdf'],
    ['../../../etc/passwd.pdf', 'passwd.pdf'],
    ['C:\\Users\\a\\cv.pdf', 'cv.pdf'],
    ['it\'s; a=b, "c".pdf'.replaceAll('"', '%22'), 'it\'s; a=b, "c".pdf'],
    ['\u202efdp.exe', 'fdp.exe.pdf'],
    ['..', 'file.pdf'],
    [`${'long '.repeat(60)}.pdf`, `${'long '.repeat(60).slice(0, 196)}.pdf`],
  ])('the name %j comes back as %j', async (given, expected) => {
    const { key: own } = await apply(given);
    const answer = await t.app.inject({ url: await link(own) });
    const { type, parameters } = parseDisposition(String(answer.headers['content-disposition']));
    expect({ type, name: parameters.filename }).toEqual({ type: 'inline', name: expected });
  });

  test('bytes that are missing are 404, and bytes without a row are nobody’s', async () => {
    const { key: own } = await apply('lost.pdf');
    const url = await link(own);
    await rm(join(t.ctx.config.dataDir, 'files', own));
    const answer = await t.app.inject({ url });
    expect(answer.statusCode).toBe(404);
    expect(answer.json()).toEqual({ code: 'not_found', error: expect.any(String) });
    const stray = `resumes/${randomUUID()}.pdf`;
    await writeFile(join(t.ctx.config.dataDir, 'files', stray), pdf);
    expect((await presign(stray)).statusCode).toBe(404);
  });
});
