import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../tests/harness/app.ts';
import { onBothDatabases } from '../../tests/harness/databases.ts';
import { sampleDocuments } from './documents.ts';
import { sampleEmployeeFiles } from './employee-files.ts';
import { samplePeople } from './people.ts';
import { plantSampleCompany } from './plant.ts';
import { sheetPdf } from './sheet.ts';

const noon = new Date('2026-03-11T17:00:00Z');
const people = samplePeople(noon);
const shown = 'kevin.obrien';
const documents = sampleDocuments(noon, people, shown);
const forms = sampleEmployeeFiles(noon, people, shown);

describe('what is handed out', () => {
  test('is there in every kind, in every state', () => {
    const kinds = Map.groupBy([...documents, ...forms], ({ kind }) => kind);
    const counts = [...kinds].map(([kind, list]) => [kind, list.length]);
    expect(Object.fromEntries(counts)).toEqual({
      training: 4,
      settlements: 40,
      reports: 4,
      'employee-files': 3,
    });
    expect(documents.filter(({ acknowledge }) => acknowledge === 1)).toHaveLength(1);
    expect(documents.filter(({ earlier }) => earlier !== null)).toHaveLength(1);
    const versions = forms.flatMap((form) => form.versions);
    expect(new Set(versions.map(({ status }) => status))).toEqual(
      new Set(['Incomplete', 'Complete', 'Rejected', 'Archived']),
    );
    expect(versions.some(({ judgedAt }) => judgedAt === null)).toBe(true);
    for (const { status, reason } of versions) expect(reason !== '').toBe(status === 'Rejected');
    const own = versions.filter(({ username }) => username === shown).map(({ status }) => status);
    expect(own).toContain('Rejected');
  });

  test('nothing happens before its cause or after now', () => {
    for (const document of [...documents, ...forms]) {
      const { file, receipts, earlier, usernames, acknowledge, name } = document;
      for (const receipt of receipts) {
        expect(usernames).toContain(receipt.username);
        const times = [
          file.createdAt,
          receipt.delivered_at,
          receipt.opened_at,
          receipt.acknowledged_at,
          noon.toISOString(),
        ].filter((at) => at !== null);
        expect(times, name).toEqual(times.toSorted());
        if (acknowledge === 0) expect(receipt.acknowledged_at).toBeNull();
      }
      expect((earlier?.createdAt ?? '') < file.createdAt).toBe(true);
      for (const version of document.versions) {
        const opened = receipts.find(({ username }) => username === version.username)?.opened_at;
        const times = [opened, version.file.createdAt, version.judgedAt, noon.toISOString()];
        const known = times.filter((at) => at !== null);
        expect(known, `${name} of ${version.username}`).toEqual(known.toSorted());
      }
    }
  });

  test('some have seen it and some have not', () => {
    for (const kind of ['training', 'settlements', 'reports'] as const) {
      const list = documents.filter((document) => document.kind === kind);
      const asked = list.flatMap(({ usernames }) => usernames).length;
      const opened = list.flatMap(({ receipts }) => receipts).filter((row) => row.opened_at).length;
      expect(opened / asked).toBeGreaterThan(0.4);
      expect(opened).toBeLessThan(asked);
    }
  });

  test('each settlement is its driver’s alone, with the payroll number that names them', () => {
    expect(new Set(people.map(({ payrollNumber }) => payrollNumber)).size).toBe(people.length);
    for (const { kind, usernames, file } of documents) {
      if (kind !== 'settlements') continue;
      const [driver] = people.filter(({ username }) => usernames.includes(username));
      expect(usernames).toHaveLength(1);
      expect(driver?.position).toMatch(/Driver/);
      expect(file.sheet.under).toContain(`Payroll number ${driver?.payrollNumber}`);
    }
  });

  test('a sheet fits on one page, also the fullest, and is the same bytes every time', async () => {
    const files = [...documents, ...forms].flatMap(({ file, versions }) => [
      file,
      ...versions.map((version) => version.file),
    ]);
    expect(new Set(files.map(({ key }) => key)).size).toBe(files.length);
    for (const { sheet } of files) {
      const bytes = await sheetPdf(sheet);
      expect(bytes.length).toBeLessThan(10_000);
      expect(bytes.toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(1);
      expect(bytes.equals(await sheetPdf(sheet))).toBe(true);
    }
  });
});

onBothDatabases('the documents of the sample company', (engine) => {
  let t: TestApp;
  let driver: { authorization: string };
  beforeAll(async () => {
    t = await startApp(engine, { now: () => noon });
    const lines = await plantSampleCompany(t.ground);
    const [, username, password] = /^employee: (\S+) \/ (\S+)$/m.exec(lines.join('\n')) ?? [];
    expect(username).toBe(shown);
    const answer = await t.app.inject({
      method: 'POST',
      url: '/api/login',
      payload: { username, password },
    });
    driver = { authorization: `Bearer ${answer.json().token}` };
  });
  afterAll(() => t.close());

  async function read<T>(url: string, headers = t.admin.headers): Promise<T> {
    const answer = await t.app.inject({ url, headers });
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json();
  }

  test('the driver finds own settlements, one that waits, and a form that came back', async () => {
    const own = await read<{ file_name: string; opened_at: string | null }[]>(
      '/api/settlements/files',
      driver,
    );
    expect(own).toHaveLength(5);
    expect(own[0]).toMatchObject({ opened_at: null });
    expect(await read('/api/badges', driver)).toMatchObject({
      unread_notices: 2,
      unopened_settlements: 1,
      unopened_training: 2,
      new_applications: 0,
    });
    const files = await read<{ file_name: string; status: string }[]>(
      '/api/employee-files',
      driver,
    );
    const found = files.find(({ file_name }) => file_name === 'Form W-4.pdf');
    expect(found?.status).toBe('Rejected');
  });

  test('the office sees who has not, and what the guide was before', async () => {
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
});
