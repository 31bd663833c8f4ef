import { beforeAll, expect, test } from 'vitest';
import { company } from '#contract/company/profile.ts';
import type { DriverFile } from '#contract/driver-file.ts';
import { type ExportFormat, type ExportName, exportNames } from '#contract/exports.ts';
import { isWanted } from '#contract/filters/driver-file.ts';
import { today, wallClock } from '#contract/rules/dates.ts';
import { type ExportColumn, exportColumns } from '#server/features/exports/export-columns.ts';
import { exportLists } from '#server/features/exports/export-lists.ts';
import { send } from '#tests/fixtures/requests.ts';
import { create, createId } from '#tests/fixtures/valid-requests.ts';
import { suiteApp, type TestPerson } from '#tests/harness/app.ts';
import { parseCsv } from '#tests/harness/csv.ts';
import { onBothWhenFull } from '#tests/harness/databases.ts';
import { employeeOf } from '#tests/harness/employees.ts';
import { readXlsx } from '#tests/harness/read-xlsx.ts';
import { read, rowsOf } from '#tests/records/stored.ts';
import { seedSampleCompany } from '../../sample/seed.ts';

/** The calls of the lists; `receipts` needs a filter, the directory and the holidays have none. */
const calls: Partial<Record<ExportName, string>> = {
  inquiries: '/api/inquiries',
  jobs: '/api/careers',
  applications: '/api/applications',
  users: '/api/users',
  employees: '/api/employees',
  'hours-ledger': '/api/hours/ledger',
  damages: '/api/damages',
  training: '/api/training/files',
  settlements: '/api/settlements/files',
  reports: '/api/reports/files',
  'employee-files': '/api/employee-files',
  'receipts-people': '/api/receipts/people',
  'receipts-files': '/api/receipts/documents',
  products: '/api/store',
  orders: '/api/store/orders',
  posts: '/api/spotlight/posts',
  testimonials: '/api/testimonials',
  'unsent-mail': '/api/unsent-mail',
  claims: '/api/claims',
  receipts: '/api/receipts',
};

type Row = Record<string, unknown>;

/** A field as its cell should have it, read back as text. */
function textOf({ kind, labels }: ExportColumn, value: unknown): string {
  if (value === null || value === undefined) return '';
  if (kind === 'flag') return value === 1 || value === true ? 'Yes' : 'No';
  if (kind === 'instant')
    return wallClock(new Date(String(value)))
      .slice(0, 19)
      .replace('T', ' ');
  return Array.isArray(value) ? value.join(', ') : (labels?.get(String(value)) ?? String(value));
}

onBothWhenFull('exporting lists', (engine) => {
  // One moment, so that no day ends between an export and its check.
  const now = new Date();
  const t = suiteApp(engine, { now: () => now });
  let ines: TestPerson;

  beforeAll(async () => {
    await seedSampleCompany(t.ctx);
    ines = await t.person('ines', 'employee');
  });

  const ask = (list: string, by: TestPerson, format = 'csv', filter = '') =>
    send(t, 'POST', '/api/exports', by, { list, format, filter });

  async function download(list: ExportName, by: TestPerson, format: ExportFormat, filter = '') {
    const asked = await ask(list, by, format, filter);
    expect(asked.statusCode, asked.body).toBe(200);
    const response = await t.app.inject(asked.json().url);
    expect(response.statusCode, response.body.slice(0, 300)).toBe(200);
    return response;
  }

  /** The rows of a CSV export, with its header. */
  async function exported(list: ExportName, by: TestPerson, filter = ''): Promise<string[][]> {
    const { body } = await download(list, by, 'csv', filter);
    expect(body.charCodeAt(0)).toBe(0xfeff);
    return parseCsv(body.slice(1)).cells;
  }

  test.for(exportNames)('%s has the rows of its list, in both formats', async (list) => {
    const columns = exportColumns(list, 'admin');
    const filter = list === 'receipts' ? 'file_id=1' : '';
    const [header, ...rows] = await exported(list, t.admin, filter);
    expect(header).toEqual(columns.map((column) => column.header));
    const url = list === 'receipts' ? undefined : calls[list];
    if (url) {
      // The export has closed jobs too, below the open ones.
      const urls = list === 'jobs' ? [url, `${url}/closed`] : [url];
      const found: Row[] = (await Promise.all(urls.map((path) => read(t, path)))).flat();
      const derived = columns.map(({ name }) => !found[0] || name in found[0]);
      const keep = (row: string[]) => row.filter((_, index) => derived[index]);
      expect(rows.map(keep)).toEqual(
        found.map((row) => keep(columns.map((column) => textOf(column, row[column.name])))),
      );
      if (list !== 'unsent-mail') expect(rows.length).toBeGreaterThan(0);
    }
    const { rawPayload, headers } = await download(list, t.admin, 'xlsx', filter);
    expect(headers['content-type']).toMatch(/spreadsheetml\.sheet$/);
    expect(headers['content-disposition']).toMatch(
      new RegExp(`^attachment; filename=${list}-\\d{4}-\\d\\d-\\d\\d\\.xlsx$`),
    );
    const [sheet = []] = (await readXlsx(rawPayload)).sheets;
    // The audit log has grown by this export and its opening.
    expect(sheet.length - (list === 'audit' ? 2 : 0)).toBe(rows.length + 1);
    if (list === 'audit') return;
    const texts = sheet.map((row) =>
      row.filter(({ type }) => type === 'inlineStr').map(({ value }) => value),
    );
    const isText = columns.map(({ kind }) => ['line', 'text', 'email', 'phone'].includes(kind));
    for (const [index, row] of rows.entries()) {
      const wanted = row.filter((value, column) => isText[column] && value !== '');
      expect(texts[index + 1]).toEqual(expect.arrayContaining(wanted));
    }
  });

  test('an employee gets their own rows, and no list of the office (SEC3)', async () => {
    const employee_id = await employeeOf(t, ines.userId, { first_name: 'Ines', last_name: 'Mota' });
    await create(t, 'createDamage', { employee_id, driver_name: '=HYPERLINK("x")' });
    await send(t, 'PUT', `/api/employees/${employee_id}`, t.admin, { pto_hours: 12.25 });
    const own = await createId(t, 'uploadSettlements', { user_ids: [ines.userId] });
    const damages = await exported('damages', ines);
    expect(damages.slice(1)).toMatchObject([
      expect.arrayContaining([String(employee_id), 'Ines Mota', '=HYPERLINK("x")']),
    ]);
    // A filter doesn't open someone else's rows.
    expect(await exported('damages', ines, 'employee_id=1')).toEqual(damages);
    expect((await exported('hours-ledger', ines)).slice(1)).toMatchObject([
      expect.arrayContaining(['Ines Mota', 'PTO hours', '12.25']),
    ]);
    const [header, ...settlements] = await exported('settlements', ines);
    expect(settlements.map(([id]) => id)).toEqual([String(own)]);
    expect(header).not.toContain('Opened by');
    for (const list of ['orders', 'employee-files', 'training'] as const) {
      expect(await exported(list, ines)).toHaveLength(1);
    }
    // An export isn't a delivery.
    const receipt = { file_id: own, user_id: ines.userId };
    expect(await rowsOf(t, 'document_receipts', receipt)).toEqual([]);
    const refused: string[] = [];
    for (const list of exportNames) {
      if ((await ask(list, ines)).statusCode === 403) refused.push(list);
    }
    expect(refused).toEqual(exportNames.filter((list) => exportLists[list].access === 'admin'));
    expect((await ask('passwords', t.admin)).statusCode).toBe(400);
  });

  test('has what the filter of the list selects', async () => {
    const all = await exported('damages', t.admin);
    const id = all[1]?.[1] ?? '';
    const theirs = await exported('damages', t.admin, `employee_id=${id}&limit=1&colour=red`);
    expect(theirs.length).toBeGreaterThan(1);
    expect(theirs).toEqual(all.filter((row, index) => index === 0 || row[1] === id));
    expect((await ask('damages', t.admin, 'csv', 'employee_id=x')).statusCode).toBe(400);
    const open = await exported('orders', t.admin, 'open=1');
    expect(open.length).toBeLessThan((await exported('orders', t.admin)).length);
    // The call of the list needs one of two ids.
    const { url } = (await ask('receipts', t.admin)).json();
    expect((await t.app.inject(url)).statusCode).toBe(400);
  });

  test('the driver file has drivers only, each missing document, and the company, day and filter', async () => {
    const [header = [], ...rows] = await exported('driver-file', t.admin, 'status=missing');
    const of = (row: string[], name: string) => row[header.indexOf(name)];
    const files: DriverFile[] = await read(t, '/api/driver-file');
    const wanted = files
      .filter(({ is_driver }) => is_driver === 1)
      .flatMap(({ employee_name, items }) =>
        items.filter((item) => isWanted(item, 'missing')).map(() => employee_name),
      );
    expect(wanted.length).toBeGreaterThan(0);
    expect(rows.map((row) => of(row, 'Driver'))).toEqual(wanted);
    for (const row of rows) {
      expect([of(row, 'Company'), of(row, 'As of'), of(row, 'Filter')]).toEqual([
        company.name,
        today(now),
        'Status: Missing',
      ]);
    }
  });

  test('is in Spanish for an employee who reads it, and in English for the office', async () => {
    const luz = await t.person('luz', 'employee');
    const employee_id = await employeeOf(t, luz.userId, { first_name: 'Luz', last_name: 'Mota' });
    const hours = { pto_hours: 40, reason: 'Carried over.' };
    await send(t, 'PUT', `/api/employees/${employee_id}`, t.admin, hours);
    const request = { from_date: '2027-03-02', to_date: '2027-03-03', kind: 'pto' };
    await send(t, 'POST', '/api/time-off', t.admin, { ...request, employee_id });
    for (const one of [luz, t.admin]) {
      await send(t, 'PUT', '/api/user/language', one, { language: 'es' });
    }
    const [header, ...rows] = await exported('hours-ledger', luz);
    const zone = '(America/Chicago)';
    expect(header?.join()).toBe(
      `ID,ID de empleado,Nombre,Tipo,Antes,Después,Motivo,Cambiado por,Fecha y hora ${zone}`,
    );
    expect(rows.map((row) => [row[3], row[6]])).toEqual([
      ['Horas de PTO', 'Días libres 2 mar 2027 al 3 mar 2027'],
      ['Horas de PTO', 'Carried over.'],
    ]);
    expect((await exported('holidays', luz))[1]).toEqual(['2025-01-01', 'Año Nuevo']);
    const { headers } = await download('hours-ledger', luz, 'csv');
    expect(headers['content-disposition']).toMatch(/filename=cambios-de-horas-\d{4}-/);
    expect((await exported('hours-ledger', t.admin))[0]?.[3]).toBe('Kind');
  });

  test('each export is recorded, with its filter and without the words of a search (SEC34)', async () => {
    await download('damages', t.admin, 'xlsx', 'employee_id=1');
    await download('audit', t.admin, 'csv', 'q=zysecret&target_kind=damage');
    const entries = await rowsOf(t, 'audit', { action: 'data.export' }, 'id');
    const [damages, audit] = entries.slice(-2);
    const { userId: user_id } = t.admin;
    expect(damages).toMatchObject({ user_id, target_id: 'damages', label: 'Damages' });
    expect(JSON.parse(damages?.detail ?? '')).toEqual({ format: 'xlsx', employee_id: '1' });
    expect(JSON.parse(audit?.detail ?? '')).toEqual({ format: 'csv', target_kind: 'damage' });
  });

  test('a link works for its file, its user and five minutes', async () => {
    const mara = await t.person(`mara ${engine}`, 'admin');
    const { url } = (await ask('users', mara, 'csv')).json();
    const statusOf = async (link: string) => (await t.app.inject(link)).statusCode;
    expect(await statusOf(url)).toBe(200);
    const filtered = (await ask('damages', ines, 'csv', 'employee_id=1')).json().url;
    for (const forged of [
      url.replace('users.csv', 'users.xlsx'),
      url.replace('users.csv', 'audit.csv'),
      url.replace(`user=${mara.userId}`, `user=${t.admin.userId}`),
      url.replace(/expires=\d/, 'expires=9'),
      `${url}&filter=employee_id%3D1`,
      filtered.replace('employee_id%3D1', 'employee_id%3D2'),
      url.split('?')[0],
    ]) {
      expect(await statusOf(forged), forged).toBe(403);
    }
    expect(await statusOf('/exports/passwords.csv')).toBe(404);
    // A demotion ends the link.
    await send(t, 'PUT', `/api/users/${mara.userId}`, t.admin, { user_role: 'employee' });
    expect(await statusOf(url)).toBe(403);
  });
});
