import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { company } from '#contract/company/profile.ts';
import { readingLimits } from '#server/platform/sandbox/reading-limits.ts';
import { send } from '#tests/fixtures/requests.ts';
import { suiteApp } from '#tests/harness/app.ts';
import { sqliteOnly } from '#tests/harness/databases.ts';
import { driverFilesOf } from '#tests/harness/driver-files.ts';
import { employeeOf } from '#tests/harness/employees.ts';
import { pictureOf } from '#tests/harness/file-samples.ts';
import { pdfBomb, pdfWithPages } from '#tests/harness/pdf-pages.ts';
import { rowsOf } from '#tests/records/stored.ts';

sqliteOnly.describe("a driver's whole file", () => {
  const t = suiteApp('sqlite');
  const files = driverFilesOf(() => t);
  // A bomb is read until the memory is full.
  const limits: { memoryMb: number } = readingLimits.pdfMerge;
  const { memoryMb } = limits;
  beforeAll(() => {
    limits.memoryMb = 300;
  });
  afterAll(() => {
    limits.memoryMb = memoryMb;
  });

  const ask = (employee_id: number) =>
    send(t, 'POST', '/api/exports/driver-file', t.admin, { employee_id });

  async function pagesOf(employeeId: number): Promise<string[]> {
    const asked = await ask(employeeId);
    expect(asked.statusCode, asked.body).toBe(200);
    const response = await t.app.inject(asked.json().url);
    expect(response.statusCode, response.body.slice(0, 200)).toBe(200);
    expect(response.headers['content-type']).toBe('application/pdf');
    const pdf = await getDocumentProxy(new Uint8Array(response.rawPayload), { verbosity: 0 });
    return (await extractText(pdf)).text;
  }

  test('is a cover with every document and its page, then the pages of PDFs and pictures', async () => {
    const driver = await t.person('dana', 'employee');
    const names = { first_name: 'Dána', last_name: 'Łuk', position: 'Car Haul Driver' };
    const id = await employeeOf(t, driver.userId, names);
    const dates = { issued_on: '2025-02-03', expires_on: '2031-02-03' };
    await files.upload(id, 'cdl', dates, t.admin, await pdfWithPages(['Front', 'Back']));
    await files.upload(id, 'medical_certificate', {}, t.admin, await pictureOf('png'));
    const secret = await pdfWithPages(['Secret'], { userPassword: 'x', ownerPassword: 'y' });
    await files.upload(id, 'road_test', {}, t.admin, secret);
    await files.upload(id, 'road_test', {}, driver, await pdfWithPages(['Newer']));
    const broken = Buffer.from(`%PDF-1.7\n${'x'.repeat(2000)}\nstartxref\n9\n%%EOF\n`);
    await files.upload(id, 'application', {}, t.admin, broken);
    await files.upload(id, 'drug_alcohol_query', {}, t.admin, pdfBomb('objects'));

    const [cover = '', ...pages] = await pagesOf(id);
    for (const text of [company.name, 'Dána', 'Medical certificate', '02/03/2031', 'anna']) {
      expect(cover).toContain(text);
    }
    expect(cover).toMatch(/Motor vehicle record\s+Missing/);
    expect(cover).toMatch(/Road test or equivalent\s+To check/);
    expect(pages).toHaveLength(7);
    expect(pages.slice(0, 3).map((text) => text.trim())).toEqual(['Front', 'Back', '']);
    expect(pages.some((text) => text.includes('Newer'))).toBe(true);
    const unread = pages.filter((text) => text.includes("couldn't be read"));
    expect(unread.map((text) => text.split('\n')[0]?.trim())).toEqual([
      expect.stringContaining('Road test'),
      expect.stringContaining('Drug and alcohol'),
      expect.stringContaining('Application'),
    ]);
  });

  test('is recorded, and its link works for its file and account alone', async () => {
    const id = await employeeOf(t, t.employee.userId, { first_name: 'Emil', last_name: 'Ost' });
    const { url } = (await ask(id)).json();
    const statusOf = async (link: string) => (await t.app.inject(link)).statusCode;
    expect(await statusOf(url)).toBe(200);
    expect(await statusOf(url.replace(`-${id}.pdf`, `-${id + 1}.pdf`))).toBe(403);
    expect(await statusOf(url.split('?')[0])).toBe(403);
    const noted = { user_id: t.admin.userId, target_id: String(id), label: 'Emil Ost' };
    for (const action of ['data.export', 'data.open']) {
      expect(await rowsOf(t, 'audit', { action, ...noted })).toHaveLength(1);
    }
  });
});
