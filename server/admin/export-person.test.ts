import { mkdir, readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { send } from '#tests/fixtures/requests.ts';
import { suiteApp } from '#tests/harness/app.ts';
import { smallInquiry } from '#tests/harness/inquiry-sample.ts';
import { pdfOf } from '#tests/harness/multipart.ts';
import { newFolder } from '#tests/harness/new-folder.ts';
import { applicationForm, apply, reference, whole } from '#tests/records/hiring.ts';
import { rowsOf } from '#tests/records/stored.ts';
import { findPerson, writePerson } from './export-person.ts';

describe('exporting a person', () => {
  const t = suiteApp('sqlite');
  beforeAll(async () => {
    const rosa = { ...whole, email: 'rosa@example.com', references: [reference] };
    await apply(t, applicationForm(rosa, pdfOf('Rosa')));
    const stranger = { ...whole, first_name: 'Strange', email: 'x@example.com' };
    await apply(t, applicationForm(stranger, pdfOf('x')));
    const inquiry = { ...smallInquiry, email_address: 'Rosa@example.com' };
    await send(t, 'POST', '/api/inquiry', null, inquiry);
  });

  const collect = async (who: string) => {
    const person = await findPerson(t.ctx, who);
    if (!person) throw new Error(`nothing about ${who}`);
    const tables: Record<string, Record<string, unknown>[]> = {};
    for await (const { table, pages } of person.tables) {
      tables[table] = (await Array.fromAsync(pages)).flat();
    }
    return { keys: person.keys, tables };
  };

  test('exports everything about an applicant by email, and nothing of others (SEC22)', async () => {
    const person = await collect('ROSA@example.com');
    expect(person.tables.applications).toHaveLength(1);
    expect(person.tables.work_references).toHaveLength(1);
    expect(person.tables.inquiries).toHaveLength(1);
    const recipients = person.tables.outbox?.map(({ recipient }) => recipient);
    expect(recipients?.toSorted()).toEqual(['Rosa@example.com', 'rosa@example.com']);
    expect(person.keys.file).toHaveLength(1);
    expect(JSON.stringify(person.tables)).not.toMatch(/Strange|x@example/);
    expect(await findPerson(t.ctx, 'nobody@example.com')).toBeNull();
  });

  test('writes files that only their owner can read, and an entry without a name', async () => {
    const target = join(newFolder(), 'rosa');
    await mkdir(target, { mode: 0o700 });
    const { keys, tables } = await collect('rosa@example.com');
    const person = await findPerson(t.ctx, 'rosa@example.com');
    if (!person) throw new Error('nothing about Rosa');
    const { problems } = await writePerson(t.ctx, person, target);
    expect(problems).toEqual([]);
    for (const [table, rows] of Object.entries(tables)) {
      const text = await readFile(join(target, `${table}.json`), 'utf8');
      expect(text, table).toBe(`${JSON.stringify(rows, null, 2)}\n`);
    }
    const entries = await readdir(target, { recursive: true, withFileTypes: true });
    for (const entry of entries) {
      const { mode } = await stat(join(entry.parentPath, entry.name));
      expect(mode & 0o777, entry.name).toBe(entry.isFile() ? 0o600 : 0o700);
    }
    const [key = ''] = keys.file;
    expect(await readFile(join(target, 'files', key))).toEqual(pdfOf('Rosa'));
    const [application] = JSON.parse(await readFile(join(target, 'applications.json'), 'utf8'));
    expect(application).toMatchObject({ email: 'rosa@example.com', resume_path: key });
    const last = (await rowsOf(t, 'audit', { action: 'person.export' }, 'id')).at(-1);
    expect(last).toMatchObject({ target_kind: 'application', label: '' });
  });

  test('a closed account is found after an open one with its former name', async () => {
    const gone = await t.person('gerd', 'employee');
    const closed = await send(t, 'DELETE', `/api/users/${gone.userId}`, t.admin);
    expect(closed.statusCode, closed.body).toBe(200);
    expect((await collect('gerd')).keys.user).toEqual([gone.userId]);
    const next = await t.person('gerd', 'employee');
    expect((await collect('gerd')).keys.user).toEqual([next.userId]);
  });
});
