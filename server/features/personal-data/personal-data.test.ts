import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { send } from '#tests/fixtures/requests.ts';
import { conversation, create } from '#tests/fixtures/valid-requests.ts';
import { sessionActorOf, suiteApp, type TestPerson } from '#tests/harness/app.ts';
import { claimsOf } from '#tests/harness/claims.ts';
import { driverFilesOf } from '#tests/harness/driver-files.ts';
import { dropsOf } from '#tests/harness/drops.ts';
import { employeeFilesOf } from '#tests/harness/employee-files.ts';
import { employeeOf } from '#tests/harness/employees.ts';
import { subscriptionOf, writeFrom } from '#tests/harness/messages.ts';
import { pdfOf } from '#tests/harness/multipart.ts';
import { addPasskey, addTotp } from '#tests/harness/second-factors.ts';
import { codeOf } from '#tests/harness/testimonials.ts';
import { unzip } from '#tests/harness/unzip.ts';
import { applicationForm, apply, whole } from '#tests/records/hiring.ts';
import { changeRows, jsonOf, rowsOf } from '#tests/records/stored.ts';

const minute = 60_000;

describe('exporting the own data', () => {
  let clock = Date.parse('2026-11-20T16:00:00.000Z');
  const t = suiteApp('sqlite', { now: () => new Date(clock) });
  const secrets = subscriptionOf();
  const files = employeeFilesOf(() => t);
  const licenses = driverFilesOf(() => t);
  const drops = dropsOf(() => t);

  const link = (by: TestPerson) => send(t, 'POST', '/api/user/export', by);
  const download = (url: string) => t.app.inject(url);

  async function exported(by: TestPerson): Promise<Map<string, Buffer>> {
    // Other tests move the clock.
    await send(t, 'POST', '/api/confirm', by, { current_password: by.password });
    const response = await link(by);
    expect(response.statusCode, response.body).toBe(200);
    const reply = await download(response.json().url);
    expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, 'application/zip']);
    return unzip(reply.rawPayload);
  }
  const tableOf = (found: Map<string, Buffer>, table: string): Record<string, unknown>[] =>
    JSON.parse(found.get(`${table}.json`)?.toString() ?? '[]');

  test('SEC3 has everything about the caller with its files, nothing of others and no secret (SEC22)', async () => {
    const employee_id = await employeeOf(t, t.employee.userId);
    const hours = { pto_hours: 12, reason: 'Sick in May' };
    await jsonOf(send(t, 'PUT', `/api/employees/${employee_id}`, t.admin, hours));
    await create(t, 'createDamage', { employee_id, damage_description: 'Scratched a door' });
    await claimsOf(() => t).report(t.employee, { note: 'Scraped the bumper' });
    const own = [t.employee.userId];
    const week40 = pdfOf('Week 40');
    const settlement = await files.document('settlements', { user_ids: own, file_name: 'Week 40' });
    // The first content was someone else's, and nobody received it.
    const named = { user_ids: own, file_name: 'Week 40' };
    await jsonOf(files.update('settlements', settlement, named, week40));
    await files.document('training', { user_ids: own, file_name: 'Tie-downs' });
    const form = await files.assignFile([t.employee], 'W-4');
    await files.submit(await files.assignmentOf(form, t.employee), t.employee);
    await licenses.upload(employee_id, 'cdl', { cdl_number: 'D400-7712' }, t.employee);
    await writeFrom(t, t.employee, t.admin, 'I am late');
    await writeFrom(t, t.admin, t.employee, 'Drive safely');
    await create(t, 'sendNotification', { message: 'Potluck on Friday' });
    await send(t, 'POST', '/api/push/subscriptions', t.employee, secrets);
    const { secret, codes = [] } = await addTotp(t, t.employee);
    await addPasskey(t, t.employee);
    const reset = await send(t, 'POST', `/api/users/${t.employee.userId}/reset-link`, t.admin);
    const { path: calendar } = (await send(t, 'GET', '/api/time-off/calendar', t.employee)).json();

    // What must not appear: other people, mistakes that were corrected, and what isn't published yet.
    const other = await conversation(t, 'employee');
    await writeFrom(t, other, t.admin, 'a stranger’s secret');
    const stranger = await files.assignFile([other], 'A stranger’s W-4');
    await files.submit(await files.assignmentOf(stranger, other), other);
    const mistaken = await files.document('settlements', { user_ids: own, file_name: 'Week 41' });
    const correction = { user_ids: [other.userId], file_name: 'Settlement of a stranger' };
    await jsonOf(files.update('settlements', mistaken, correction));
    const { drop_file_id } = await drops.add(await drops.drop(), 'stranger.pdf');
    const match = { user_id: t.employee.userId };
    await changeRows(t, 'settlement_drop_files', { drop_file_id }, match);
    // An address doesn't prove who applied.
    const claimed = { ...whole, first_name: 'Stranger', email: 'emil@example.com' };
    await apply(t, applicationForm(claimed, pdfOf('stranger')));

    const found = await exported(t.employee);
    const tables = [...found.keys()].filter((name) => name.endsWith('.json'));
    expect(tables.sort()).toEqual(
      [
        ...['audit', 'claim_changes', 'claim_photos', 'claims', 'damages', 'document_assignments'],
        ...['document_revisions', 'documents', 'driver_documents'],
        ...['employees', 'hours_ledger', 'messages', 'notification_recipients', 'notifications'],
        ...['objects', 'passkeys', 'password_resets', 'push_subscriptions', 'recovery_codes'],
        ...['sessions', 'submissions', 'totp_secrets', 'users'],
      ].map((table) => `${table}.json`),
    );
    expect(found.get('about.txt')?.toString()).toContain('the account emil, as of 2026-11-20T');
    const text = tables.map((name) => found.get(name)?.toString()).join('\n');
    for (const words of [
      ...['emil@example.com', 'Scratched a door', 'Scraped the bumper', 'Week 40', 'Tie-downs'],
      ...['W-4', 'D400-7712', 'I am late', 'Drive safely', 'Potluck on Friday', 'Sick in May'],
    ]) {
      expect(text).toContain(words);
    }
    expect(text).not.toMatch(/stranger|password_hash|argon2|anna@example|settlement-drop/i);
    const hashOf = (code: string) => createHash('sha256').update(code).digest('hex');
    const code = codeOf(reset.json().url);
    const [account] = await rowsOf(t, 'users', { user_id: t.employee.userId });
    const hash = account?.password_hash ?? '';
    for (const hidden of [
      ...[...Object.values(secrets), secret, codes[0] ?? '', code, hashOf(code), hash],
      ...[sessionActorOf(t.employee).jti, String(t.employee.token.split('.')[2])],
      String(calendar).split('-').at(-1)?.replace('.ics', '') ?? '',
    ]) {
      expect(hidden.length, 'a secret').toBeGreaterThan(8);
      expect(text).not.toContain(hidden);
    }
    const stored = [...found].filter(([name]) => name.startsWith('files/'));
    expect(stored.map(([name]) => name.split('/')[1]).sort()).toEqual([
      ...['claims', 'driver-file', 'employee-files', 'settlements', 'submissions'],
    ]);
    expect(stored.find(([name]) => name.includes('settlements'))?.[1].equals(week40)).toBe(true);
    const revisions = tableOf(found, 'document_revisions');
    const received = revisions.filter((row) => row.file_id === settlement);
    expect(received).toMatchObject([{ revision: 2 }]);
    expect(tableOf(found, 'objects')).toHaveLength(stored.length);

    const mine = [...(await exported(other)).values()].join('\n');
    expect(mine).toContain('A stranger’s W-4');
    expect(mine).not.toMatch(/I am late|Scratched|"Week 40"|emil@/);
  });

  test('says in the language of the account what the file has', async () => {
    const person = await t.person('luz', 'employee');
    await send(t, 'PUT', '/api/user/language', person, { language: 'es' });
    const about = (await exported(person)).get('about.txt')?.toString();
    expect(about).toContain('Todo lo que está guardado sobre la cuenta luz');
  });

  test('an admin gets no labels of others and no message of two other people', async () => {
    const [one, two] = [await t.person('ines', 'admin'), await t.person('ivan', 'employee')];
    await writeFrom(t, one, two, 'between these two');
    const found = await exported(t.admin);
    expect(JSON.stringify(tableOf(found, 'messages'))).not.toContain('between these two');
    const entries = tableOf(found, 'audit');
    expect(entries.length).toBeGreaterThan(0);
    for (const { target_kind, target_id, label } of entries) {
      const isOwn = target_kind === 'user' && target_id === String(t.admin.userId);
      if (!isOwn && target_kind !== 'employee') expect(label).toBeUndefined();
    }
    expect((await exported(two)).get('messages.json')?.toString()).toContain('between these two');
  });

  test('a link works for its user and five minutes, until the password or the account ends', async () => {
    const person = await t.person('lena', 'employee');
    const other = await t.person('lars', 'employee');
    const made = (await link(person)).json();
    expect(Date.parse(made.expires_at) - clock).toBeLessThanOrEqual(5 * minute);
    const status = async (url: string) => (await download(url)).statusCode;
    expect(await status(made.url)).toBe(200);
    const opened = await rowsOf(t, 'audit', { action: 'data.open', user_id: person.userId });
    expect(opened).toMatchObject([{ detail: '{"opening":1}' }]);
    const head = await t.app.inject({ method: 'HEAD', url: made.url });
    expect([head.statusCode, head.body]).toEqual([200, '']);
    expect(head.headers).toMatchObject({
      'content-disposition': 'attachment; filename=personal-data-2026-11-20.zip',
      'cache-control': 'private, no-store',
    });
    // signed-links.test.ts has the others.
    for (const url of [made.url.replace(/seal=./, 'seal=_'), '/personal-data.zip']) {
      const refused = await download(url);
      expect([refused.statusCode, refused.json().code], url).toEqual([403, 'link_expired']);
    }
    clock += 5 * minute + 1000;
    expect(await status(made.url)).toBe(403);
    const second = (await link(person)).json();
    const change = { old_password: person.password, new_password: 'eighteen wheels' };
    expect((await send(t, 'POST', '/api/password', person, change)).statusCode).toBe(200);
    expect(await status(second.url)).toBe(403);
    const third = (await link(other)).json();
    expect((await send(t, 'DELETE', `/api/users/${other.userId}`, t.admin)).statusCode).toBe(200);
    expect(await status(third.url)).toBe(403);
    expect((await link(other)).statusCode).toBe(401);
  });

  test('a file without bytes is named, and the rest arrives', async () => {
    const person = await t.person('mona', 'employee');
    const form = await files.assignFile([person], 'I-9');
    const assignment = await files.assignmentOf(form, person);
    await files.submit(assignment, person);
    const [{ object_key: key } = { object_key: '' }] = await rowsOf(t, 'submissions', {
      assignment_id: assignment,
    });
    await rm(join(t.ctx.config.dataDir, 'files', key));
    const log = t.ctx.log.level;
    t.ctx.log.level = 'silent';
    const found = await exported(person);
    t.ctx.log.level = log;
    expect(found.get('missing-files.txt')?.toString()).toBe(
      `These files could not be read. Ask the office for them.\n${key}\n`,
    );
    expect([...found.keys()].filter((name) => name.includes('/employee-files/'))).toHaveLength(1);
  });
});
