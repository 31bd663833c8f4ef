import { beforeAll, expect, test } from 'vitest';
import type { ImportEdit, ImportKind, ImportPreview } from '#contract/import.ts';
import { imports as messages } from '#contract/messages/import.ts';
import { csv } from '#contract/text/csv.ts';
import { phoneMessage } from '#contract/wire/phone.ts';
import { send } from '#tests/fixtures/requests.ts';
import { stateSnapshot } from '#tests/fixtures/state-snapshot.ts';
import { suiteApp } from '#tests/harness/app.ts';
import { formBody } from '#tests/harness/multipart.ts';
import { textRow, workbookOf } from '#tests/harness/xlsx.ts';
import { jsonOf, read } from '#tests/records/stored.ts';

/** Files with the properties of those that real companies sent to comparable products. */
const t = suiteApp('sqlite');

beforeAll(async () => {
  const drivers = [...'abcdef'].map((id, at) => [id, `Bo ${id}`, `P-${at}`, `${id}@example.com`]);
  const people = [['emil', 'Emil Novak', '', ''], ...drivers];
  await call('people', '', csv(['Username', 'Name', 'Payroll number', 'Email'], people));
});

interface Reading {
  edits?: ImportEdit[];
  encoding?: string;
  mapping?: string;
}

function call(kind: ImportKind, path: string, value: string | Buffer, reading: object = {}) {
  const form = formBody(reading, { name: 'file', value, filename: 'list.csv' });
  return send(t, 'POST', `/api/import/${kind}${path}`, t.admin, form);
}

const preview = (
  kind: ImportKind,
  value: string | Buffer,
  reading: Reading = {},
): Promise<ImportPreview> => jsonOf(call(kind, '/preview', value, reading));

const valuesIn = async (kind: ImportKind, value: string | Buffer, reading?: Reading) =>
  (await preview(kind, value, reading)).rows.map((row) => row.values);

/** Where the errors of each row are, and what they say. */
const errorsIn = ({ rows }: ImportPreview) =>
  rows.map(({ errors }) => Object.fromEntries(errors.map((one) => [one.field, one.message])));

/** The bytes of text in the encoding of old Macintoshes. */
function macRoman(text: string): Buffer {
  const letters: Record<string, number> = { é: 0x8e, ñ: 0x96, ç: 0x8d, '’': 0xd5 };
  return Buffer.from([...text].map((letter) => letters[letter] ?? letter.charCodeAt(0)));
}

const header = 'First Name,Last Name,Email';
const accented = ['José,Muñoz,jose@example.com', 'André,Dubé,andre@example.com'];
const names = [
  { first_name: 'José', last_name: 'Muñoz' },
  { first_name: 'André', last_name: 'Dubé' },
];

const oldMac = macRoman([header, ...accented, 'François,O’Brien,fr@example.com', ''].join('\r'));
const lines = [header, ...accented].join('\r\n');

test.each([
  ['macintosh', oldMac],
  ['windows-1252', Buffer.from(lines, 'latin1')],
  ['utf-16le', Buffer.from(`\ufeff${lines.replaceAll(',', '\t')}`, 'utf16le')],
])('reads accents in %s', async (name, file) => {
  const { encoding, rows } = await preview('people', file);
  expect(encoding).toBe(name);
  expect(rows.slice(0, 2).map(({ values }) => values)).toMatchObject(names);
});

test('marks a single wrong byte in UTF-8 and reads all other accents', async () => {
  const bytes = Buffer.from(
    `${header}\n${accented[0]}\nRen#,Dubé,rene@example.com\nÁ,B,a@example.com`,
  );
  bytes[bytes.indexOf('#')] = 0xe9;
  const checked = await preview('people', bytes);
  expect(checked.encoding).toBe('utf-8');
  expect(errorsIn(checked)).toEqual([{}, { first_name: messages.lostCharacters }, {}]);
  expect(checked.rows[0]?.values).toMatchObject(names[0] ?? {});
  // What the file lost can be entered in the preview.
  const edits = [{ row: 3, field: 'first_name', value: 'René' }];
  expect((await valuesIn('people', bytes, { edits }))[1]).toMatchObject({ first_name: 'René' });
});

test('marks what programs have done to cells', async () => {
  const damaged: [cell: string, message: string][] = [
    ['3.13E+09', messages.lostDigits],
    ['##########', messages.tooNarrow],
    ['#SPILL!', messages.noValue],
    ['12-Mar', messages.becameDate],
    // UTF-8 read as Windows-1252.
    ['JosÃ©', messages.lostCharacters],
  ];
  const cells = damaged.map(([cell], at) => [`a${at}@example.com`, cell, cell]);
  const file = csv(['Email', 'Phone', 'Payroll number'], cells);
  expect(errorsIn(await preview('people', file))).toEqual(
    damaged.map(([, message]) => ({ phone_number: message, payroll_number: message })),
  );
});

test('refuses a quote that never ends, and marks rows whose cells are out of place', async () => {
  const open = `${header}\n"Ann,Lee,ann@example.com\nBo,Lind,bo@example.com\n`;
  const refused = await call('people', '/preview', open);
  expect([refused.statusCode, refused.json().error]).toEqual([415, messages.openQuote(2)]);
  const longer = 'Employee,Date,Amount,Description\nemil,11/02/2026,1,234.50,Dent\n';
  const [extra] = errorsIn(await preview('damages', longer));
  expect(extra).toMatchObject({ employee: messages.extraCells });
  const torn = 'Employee,Date,Amount,Description\nemil,1/2/2026,5,"a\nemil,1/3/2026,6,b\nx"\n';
  const [tornRow] = errorsIn(await preview('damages', torn));
  expect(tornRow).toMatchObject({ employee: messages.tornRow });
});

test('keeps suffixes of names with the person', async () => {
  const people: [name: string, first_name: string, last_name: string][] = [
    ['Smith, John, Sr.', 'John', 'Smith Sr.'],
    ['Smith, John, Jr.', 'John', 'Smith Jr.'],
    ['Mr. John Smith', 'John', 'Smith'],
    ['Lee, Dr. Bo', 'Bo', 'Lee'],
    ['Jose Luis Garcia Lopez', 'Jose', 'Luis Garcia Lopez'],
    ['Miller, Walter M., III', 'Walter M.', 'Miller III'],
    ['John Smith, Jr.', 'John', 'Smith Jr.'],
  ];
  const cells = people.map(([name], at) => [name, `suffix${at}@example.com`]);
  expect(await valuesIn('people', csv(['Name', 'Email'], cells))).toMatchObject(
    people.map(([, first_name, last_name]) => ({ first_name, last_name })),
  );
  const columns = 'First name,Last name,Suffix,Email\nAl,Gray,II,al@example.com\n';
  expect(await valuesIn('people', columns)).toMatchObject([{ last_name: 'Gray II' }]);
  const odd = ['"Smith, John, Michael"', '1042 John Smith', 'Driver: John Smith', '"Lee, CDL"'];
  const unclear = `Name,Email\n${odd.map((name, at) => `${name},x${at}@example.com\n`).join('')}`;
  const full_name = messages.unclearName;
  expect(errorsIn(await preview('people', unclear))).toEqual(odd.map(() => ({ full_name })));
});

test('marks phones that are none, and reads signs that only keep zeros', async () => {
  const phones = ['n/a', '-', '0', '"=HYPERLINK(""tel:312"")"', 'https://example.com/3125550103'];
  const file = `Email,Phone\n${phones.map((one, at) => `n${at}@example.com,${one}\n`).join('')}`;
  expect(errorsIn(await preview('people', file))).toEqual(
    phones.map(() => ({ phone_number: phoneMessage })),
  );
  const quoted = 'Username,Payroll number\nemil,="0042"\n';
  expect(await valuesIn('people', quoted)).toMatchObject([{ payroll_number: '0042' }]);
});

test('understands headers and dates of payroll programs, and names the headers that it does not', async () => {
  const adp = [
    'Position ID,Payroll Name,Legal First Name,Legal Last Name,Work Contact: Work Email,Hire Date,Job Title Description,Home Department Description,File Number',
    'ABC1,"Adp, Jo",Jo,Adp,jo@example.com,05/01/2024,Driver,Yard,77',
  ].join('\n');
  const { columns, rows } = await preview('people', adp);
  const unknown = columns.filter(({ field }) => field === '');
  expect(unknown.map((column) => column.header)).toEqual(['Position ID']);
  expect(rows[0]?.values).toMatchObject({
    ...{ first_name: 'Jo', last_name: 'Adp', user_email: 'jo@example.com' },
    ...{ hire_date: '2024-05-01', position: 'Driver', department: 'Yard', payroll_number: '77' },
  });
  // The last is May 1, 2024 without its zero, or a day in 2037.
  const dates = ['20240501', '05012024', '50124'];
  const cells = dates.map((date, at) => [`date${at}@example.com`, date]);
  const checked = await preview('people', csv(['Email', 'Hire Date'], cells));
  const found = checked.rows.map(({ values, result }) => values.hire_date ?? result);
  expect(found).toEqual(['2024-05-01', '2024-05-01', 'wrong']);
});

test('skips totals, and finds employees by name beside the ID of another program', async () => {
  const columns = 'Employee ID,Employee,PTO hours';
  const totals = ['Total,,22', ',Grand Total:,22.00', columns];
  const file = [columns, '1042,Emil Novak,10', ...totals].join('\n');
  const { counts, rows } = await preview('hours', file);
  expect(counts).toMatchObject({ changed: 1, wrong: 0, skipped: 3 });
  expect(rows.map(({ record }) => record).slice(1)).toEqual([
    messages.totalRow,
    messages.totalRow,
    messages.repeatedHeader,
  ]);
  const included = await preview('hours', file, { edits: [{ row: 3, skip: 0 }] });
  expect(included.counts).toMatchObject({ wrong: 1, skipped: 2 });
});

test('reads hours as the cells show them, and marks those that show less than they hold', async () => {
  const days: [value: number, style: number, hours: unknown][] = [
    [1.5, 1, 36],
    [10, 1, 240],
    [0.5, 2, 12],
    [0.3125, 3, 7.5],
    [1.5, 3, 'wrong'],
    [0.5, 4, 'wrong'],
  ];
  const cells = days.map(
    ([value, style], at) =>
      `<row><c t="inlineStr"><is><t>P-${at}</t></is></c><c s="${style}"><v>${value}</v></c></row>`,
  );
  const rows = textRow(1, ['Payroll number', 'PTO hours']) + cells.join('');
  const formats = ['', '[h]:mm:ss', '[h]:mm', 'h:mm', '0%'];
  const checked = await preview('hours', workbookOf([{ name: 'A', rows }], { formats }));
  const shown = checked.rows.map(({ values, result }) => values.pto_hours ?? result);
  expect(shown).toEqual(days.map(([, , hours]) => hours));
  const typed = 'Payroll number,PTO hours\nP-1,36:20\n';
  expect(await valuesIn('hours', typed)).toMatchObject([{ pto_hours: 36.33 }]);
});

test('leaves hidden rows out and says so, until the admin includes them', async () => {
  const rows = [
    textRow(1, ['Email', 'Status']),
    textRow(2, ['active@example.com', 'Active']),
    textRow(3, ['gone@example.com', 'Terminated']).replace('<row ', '<row hidden="1" '),
  ].join('');
  const book = workbookOf([{ name: 'A', rows }]);
  const checked = await preview('people', book);
  expect(checked).toMatchObject({ hidden: 1, counts: { new: 1, skipped: 1 } });
  expect(checked.rows[1]).toMatchObject({ result: 'skipped', record: messages.hiddenRow });
  const edits = [{ row: 3, skip: 0 as const }];
  expect(await preview('people', book, { edits })).toMatchObject({ counts: { new: 2 } });
});

test('refuses a web page under the name of a workbook, and says what to do', async () => {
  const wide = Buffer.from('\ufeff<html><table><tr><td>Email</td></tr></table></html>', 'utf16le');
  expect((await call('people', '/preview', wide)).json().error).toBe(messages.webPage);
});

test('shows what is stored, with the old value of each change, and stores what it showed', async () => {
  const first = 'Username,Email,Phone,Hours\nvera,vera@example.com,3125550101,8\n';
  await call('people', '', first);
  const second = 'Username,Phone,Hours,Last name\nvera,(312) 555-0101,9.50,Lind\n';
  const [changed] = (await preview('people', second)).rows;
  expect(changed).toMatchObject({
    result: 'changed',
    values: { phone_number: '312-555-0101', work_hours: 9.5, last_name: 'Lind' },
    changes: ['work_hours', 'last_name'],
    before: { work_hours: 8, last_name: '' },
  });
});

test('stores corrections and skips only as they were confirmed', async () => {
  const file = 'Email,Hire date\none@corrections.example,soon\ntwo@corrections.example,1/2/2025\n';
  const edits = [
    { row: 2, field: 'hire_date', value: '3/4/2025' },
    { row: 3, skip: 1 as const },
  ];
  const { counts, state, rows } = await preview('people', file, { edits });
  expect(counts).toMatchObject({ new: 1, wrong: 0, skipped: 1 });
  expect(rows[0]).toMatchObject({ cells: ['one@corrections.example', '3/4/2025'] });
  const before = await stateSnapshot(t);
  for (const other of [
    [{ ...edits[0], value: '3/5/2025' }, edits[1]],
    [edits[0], { row: 3, skip: 0 }],
  ]) {
    const stale = await call('people', '', file, { edits: other, state });
    expect([stale.statusCode, stale.json().error]).toEqual([409, messages.changedSince]);
  }
  expect(await stateSnapshot(t)).toEqual(before);
  expect((await call('people', '', file, { edits, state })).json().counts).toEqual(counts);
  const users: Record<string, unknown>[] = await read(t, '/api/users');
  const stored = users.filter(({ user_email }) => /corrections/.test(String(user_email)));
  const [user_email, hire_date] = ['one@corrections.example', '2025-03-04'];
  expect(stored).toMatchObject([{ user_email, hire_date }]);
});

test('takes an existing department for one that differs by case and spaces, and suggests near ones', async () => {
  const people = (departments: string) =>
    `Email,Department\n${departments
      .split('|')
      .map((department, at) => `place${at}@example.com,${department}\n`)
      .join('')}`;
  await call('people', '', people('Operations'));
  const file = people('Operations|operations |OPERATIONS|Ops|OPS.|Oprations|Body Shop|body  shop');
  const { rows, similar } = await preview('people', file);
  expect(rows.map(({ values }) => values.department).join('|')).toBe(
    'Operations|Operations|Operations|Ops|Ops|Oprations|Body Shop|Body Shop',
  );
  expect(similar).toEqual([
    { field: 'department', value: 'Ops', existing: 'Operations', rows: 2 },
    { field: 'department', value: 'Oprations', existing: 'Operations', rows: 1 },
  ]);
  const edits = [{ field: 'department', from: 'Ops', value: 'Operations' }];
  const chosen = await preview('people', file, { edits });
  expect(chosen.rows.slice(3, 5).map(({ values }) => values.department)).toEqual([
    'Operations',
    'Operations',
  ]);
  expect(chosen.similar.map(({ value }) => value)).toEqual(['Oprations']);
});
