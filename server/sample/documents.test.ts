import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { documentFiles } from './documents.ts';
import { type Employee, userRow } from './employees.ts';
import { resolveValue } from './relative-time.ts';
import { readSample, resumesOf } from './sample-data.ts';
import type { Row } from './seed-tables.ts';

interface LedgerRow {
  at: string;
  before_hundredths: number;
  after_hundredths: number;
}

const noon = new Date('2026-03-11T17:00:00Z');
const { employees, documents, tables } = await readSample(noon);
const submissions = documents.flatMap((document) => Object.values(document.submissions ?? {}));

test('documents come in every kind and state', () => {
  const kinds = Map.groupBy(documents, ({ kind }) => kind);
  expect(Object.fromEntries([...kinds].map(([kind, list]) => [kind, list.length]))).toEqual({
    training: 4,
    settlements: 40,
    reports: 4,
    'employee-files': 3,
  });
  const others = documents.filter(({ kind }) => kind !== 'employee-files');
  expect(others.filter(({ acknowledge }) => acknowledge === 1)).toHaveLength(1);
  expect(others.filter(({ earlier }) => earlier)).toHaveLength(1);
  const versions = submissions.flat();
  expect(new Set(versions.map(({ status }) => status))).toEqual(
    new Set(['Incomplete', 'Complete', 'Rejected', 'Archived']),
  );
  expect(versions.some(({ reviewedAt }) => reviewedAt === undefined)).toBe(true);
  for (const { status, reason = '' } of versions) expect(reason !== '').toBe(status === 'Rejected');
  const own = documents.flatMap((document) => document.submissions?.['kevin.obrien'] ?? []);
  expect(own.map(({ status }) => status)).toContain('Rejected');
});

test('nothing happens to a document before its cause or after now', () => {
  for (const { name, uploadedAt, acknowledge, earlier, ...document } of documents) {
    for (const [username, receipt] of Object.entries(document.recipients)) {
      const times = [uploadedAt, ...receipt, noon.toISOString()].filter((at) => at !== null);
      expect(times, name).toEqual(times.toSorted());
      if (!acknowledge) expect(receipt[2] ?? null).toBeNull();
      for (const { submittedAt, reviewedAt } of document.submissions?.[username] ?? []) {
        const steps = [receipt[1], submittedAt, reviewedAt ?? submittedAt, noon.toISOString()];
        expect(steps, `${name} of ${username}`).toEqual(steps.toSorted());
      }
    }
    const recipients = Object.keys(document.recipients);
    const named = [earlier?.receipts, document.submissions].flatMap((by) => Object.keys(by ?? {}));
    expect(recipients).toEqual(expect.arrayContaining(named));
    expect((earlier?.uploadedAt ?? '') < uploadedAt).toBe(true);
  }
});

test('some recipients have opened a document and some have not', () => {
  for (const kind of ['training', 'settlements', 'reports']) {
    const list = documents.filter((document) => document.kind === kind);
    const receipts = list.flatMap(({ recipients }) => Object.values(recipients));
    const opened = receipts.filter(([, openedAt]) => openedAt).length;
    expect(opened / receipts.length).toBeGreaterThan(0.4);
    expect(opened).toBeLessThan(receipts.length);
  }
});

test("each settlement goes to one driver, with that driver's payroll number", () => {
  expect(new Set(employees.map(({ record }) => record.payroll_number)).size).toBe(employees.length);
  for (const { kind, recipients, sheet } of documents) {
    if (kind !== 'settlements') continue;
    const [driver] = employees.filter(({ username }) => username in recipients);
    expect(Object.keys(recipients)).toHaveLength(1);
    expect(driver?.record.position).toMatch(/Driver/);
    expect(sheet.under).toContain(`Payroll number ${driver?.record.payroll_number}`);
  }
});

test('each PDF fits on one page and is the same bytes every time', async () => {
  const sheets = documentFiles(documents);
  const resumes = resumesOf(tables);
  expect(new Set([...sheets, ...resumes].map(({ key }) => key)).size).toBe(82 + 40);
  for (const { bytes } of [...sheets, ...resumes]) {
    const content = await bytes();
    expect(content.toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(1);
    expect(content.equals(await bytes())).toBe(true);
  }
  for (const { bytes } of sheets) expect((await bytes()).length).toBeLessThan(10_000);
});

test('a ledger starts after the hire date and never goes below zero, on any day of the year', async () => {
  const path = join(import.meta.dirname, 'data', 'employees.json');
  const unresolved = JSON.parse(await readFile(path, 'utf8'));
  for (let day = 0; day < 366; day += 13) {
    const now = new Date(Date.parse('2026-01-01T06:30:00Z') + day * 86_400_000);
    for (const employee of resolveValue(unresolved, now) as unknown as Employee[]) {
      const [record] = userRow({ employee, password: null, hash: '' }, now).employees as Row[];
      const ledger = record?.hours_ledger as LedgerRow[];
      expect(ledger.every(({ after_hundredths }) => after_hundredths >= 0)).toBe(true);
      const total = ledger.reduce(
        (sum, row) => sum + row.after_hundredths - row.before_hundredths,
        0,
      );
      expect(total).toBe(Number(record?.pto_hundredths) + Number(record?.work_hundredths));
      expect(ledger[0] && ledger[0].at >= employee.record.hire_date).toBe(true);
    }
  }
});
