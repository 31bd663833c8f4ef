import { type ImportColumn, type ImportKind, importFields } from '#contract/import.ts';
import type { RecordFields } from '#contract/record-fields.ts';
import { foldText } from '#contract/text-fold.ts';
import type { Sheet } from './sheet.ts';

/** Common names of columns that are neither a field's name nor its label. */
const variants: Readonly<Record<string, readonly string[]>> = {
  username: ['user', 'user name', 'login', 'login name', 'user id'],
  user_email: ['e-mail', 'mail', 'email address', 'e-mail address', 'work email', 'company email'],
  phone_number: ['phone number', 'telephone', 'tel', 'mobile', 'cell', 'cell phone', 'phone no'],
  user_role: ['role', 'access', 'account type'],
  full_name: ['name', 'employee name', 'employee', 'driver', 'driver name'],
  first_name: ['first', 'given name', 'forename'],
  last_name: ['last', 'surname', 'family name'],
  department: ['dept', 'division', 'team'],
  position: ['job title', 'job', 'title', 'role title'],
  hire_date: ['hired', 'date hired', 'date of hire', 'start date', 'hired on', 'doh'],
  pto_hours: ['pto', 'pto balance', 'vacation hours', 'vacation', 'pto remaining', 'pto available'],
  work_hours: ['hours worked', 'worked hours', 'work', 'hours'],
  payroll_number: [
    'payroll',
    'payroll no',
    'payroll id',
    'employee number',
    'employee no',
    'emp no',
  ],
  employee: ['name', 'employee name', 'full name', 'driver', 'who'],
  reason: ['note', 'notes', 'comment', 'why'],
  driver_name: ['driver'],
  damage_date: ['date of damage', 'damaged on', 'incident date', 'date of incident', 'day'],
  damage_amount: ['cost', 'total', 'damage cost', 'damage amount', 'price', 'repair cost'],
  damage_description: [
    'details',
    'damage',
    'what happened',
    'notes',
    'comment',
    'damage description',
  ],
  location: ['city', 'place', 'site', 'terminal'],
  datePosted: ['posted', 'posted on', 'date', 'posting date'],
  payMin: ['min pay', 'pay min', 'minimum pay', 'pay'],
  payMax: ['max pay', 'pay max', 'maximum pay'],
  payPeriod: ['pay period', 'per', 'pay per'],
  employmentType: ['type', 'job type'],
  validThrough: ['closes', 'closing date', 'expires', 'valid until', 'deadline'],
  pinned: ['pin'],
  companyInformation: ['about the company', 'about us', 'company'],
  roleInformation: ['about the role', 'role', 'description', 'job description', 'summary'],
  jobResponsibilities: ['job responsibilities', 'duties'],
  skills: ['qualifications', 'required skills'],
  descriptionOfBenefits: ['description of benefits', 'perks'],
  companyCulture: ['culture'],
  title: ['item', 'product', 'name', 'item name', 'product name'],
  description: ['details', 'text'],
  price: ['cost', 'unit price', 'amount'],
  stock: ['in stock', 'quantity', 'qty', 'units', 'on hand', 'inventory'],
};

/** A header without case, accents, spaces and punctuation. */
const folded = (header: string) => foldText(header).replace(/[^a-z0-9]/g, '');

/** Field by folded header; names and labels win over variants, and earlier fields over later ones. */
function headersOf(fields: RecordFields): Map<string, string> {
  const found = new Map<string, string>();
  const add = (header: string, field: string) => {
    if (!found.has(folded(header))) found.set(folded(header), field);
  };
  for (const [name, { label }] of Object.entries(fields)) {
    add(name, name);
    add(label, name);
  }
  for (const name of Object.keys(fields)) {
    for (const variant of variants[name] ?? []) add(variant, name);
  }
  return found;
}

const known = Object.fromEntries(
  Object.entries(importFields).map(([kind, fields]) => [kind, headersOf(fields)]),
) as Record<ImportKind, Map<string, string>>;

/** Rows in which the header is searched; titles and notes may stand above it. */
const searchedRows = 30;

/** The header: the row with most known names, or the first one with two cells. */
function headerIndex(kind: ImportKind, sheet: Sheet): number {
  let best = { index: -1, count: 0 };
  let firstWide = -1;
  for (let index = 0; index < Math.min(searchedRows, sheet.height); index += 1) {
    const cells = columnsOf(sheet).map((column) => sheet.cell(index, column));
    const fields = cells.map((cell) => known[kind].get(folded(cell)));
    const count = new Set(fields.filter(Boolean)).size;
    if (count > best.count) best = { index, count };
    if (firstWide < 0 && cells.filter((cell) => cell.trim() !== '').length > 1) firstWide = index;
  }
  return best.count > 0 ? best.index : Math.max(firstWide, 0);
}

const columnsOf = (sheet: Sheet) => Array.from({ length: sheet.columns }, (_, column) => column);

function lettersOf(column: number): string {
  const rest = Math.floor(column / 26);
  return `${rest > 0 ? lettersOf(rest - 1) : ''}${String.fromCharCode(65 + (column % 26))}`;
}

const cut = (text: string) => (text.length > 200 ? `${text.slice(0, 199)}…` : text);

/**
 * Finds the header row, which may be followed by rows, and the field of each column: by `mapping` or, if that is '', by
 * the header. Each field is filled by one column, the first of its name.
 */
export function findColumns(
  kind: ImportKind,
  sheet: Sheet,
  mapping: string,
): { header: number; columns: ImportColumn[] } {
  const header = headerIndex(kind, sheet);
  const given = mapping === '' ? null : mapping.split(',').map((name) => name.trim());
  const taken = new Set<string>();
  const columns = columnsOf(sheet).map((column): ImportColumn => {
    const text = sheet.cell(header, column).trim();
    const wanted = given ? given[column] : known[kind].get(folded(text));
    const isFree = wanted && Object.hasOwn(importFields[kind], wanted) && !taken.has(wanted);
    const field = isFree ? wanted : '';
    taken.add(field);
    return {
      letters: lettersOf(column),
      header: cut(text),
      sample: cut(firstValue(sheet, header, column)),
      field,
    };
  });
  return { header, columns };
}

function firstValue(sheet: Sheet, header: number, column: number): string {
  for (let index = header + 1; index < Math.min(sheet.height, header + 50); index += 1) {
    const value = sheet.cell(index, column).trim();
    if (value !== '') return value;
  }
  return '';
}
