import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { instantOf, workingDays } from '#contract/rules/business-days.ts';
import { wallClock } from '#contract/rules/dates.ts';
import { hoursPerDay } from '#contract/rules/time-off-rules.ts';
import { personName } from '#contract/text/employee-name.ts';
import { root } from '../platform/runtime/root.ts';
import type { Chat } from './chats.ts';
import type { SampleDocument } from './documents.ts';
import type { SampleDriverDocument } from './driver-files.ts';
import type { Employee } from './employees.ts';
import { keyOf, type SampleFile, type SamplePicture, variantsOf } from './sample-files.ts';
import { completeInquiry } from './sample-inquiries.ts';
import type { Row } from './seed-tables.ts';

/** When the data was true, by the company's clock: nothing in it has happened later, and only plans have later dates. */
const writtenAt = '2026-11-25T12:00';

/** Files whose content is `{ <table>: { defaults, rows } }`. */
const tableFiles = [
  ...['jobs', 'applications', 'started', 'inquiries', 'quotes', 'notifications'],
  ...['time-off', 'damages', 'store', 'posts', 'testimonials', 'chat-office'],
  'settlement-formats',
];

const dayMs = 86_400_000;
/** A calendar date, or with a time the company's wall clock. */
const dates = /\b(\d{4}-\d\d-\d\d)(T\d\d:\d\d(?::\d\d)?)?\b/g;

/** Moves every date by the whole weeks since the data was written, so that weekdays stay; times become instants. */
function moveDates(text: string, now: Date): string {
  const age = Date.parse(`${wallClock(now)}Z`) - Date.parse(`${writtenAt}Z`);
  const weeksMs = Math.floor(age / (7 * dayMs)) * 7 * dayMs;
  return text.replace(dates, (_, date: string, time?: string) => {
    const day = new Date(Date.parse(date) + weeksMs).toISOString().slice(0, 10);
    return time === undefined ? day : new Date(instantOf(`${day}${time}`)).toISOString();
  });
}

async function read<T>(name: string, now: Date): Promise<T> {
  const text = await readFile(join(root, `server/sample/data/${name}.json`), 'utf8');
  return JSON.parse(moveDates(text, now)) as T;
}

/** A list of strings is a text of several lines. */
function joinLines(row: Row): Row {
  const isText = (value: unknown) => Array.isArray(value) && typeof value[0] === 'string';
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      isText(value) ? (value as string[]).join('\n') : value,
    ]),
  );
}

/** Columns that hold JSON are written as what it means. */
function withJson(row: Row): Row {
  const json = ['driver_history', 'form_values', 'payee', 'net_pay'].filter(
    (name) => typeof row[name] === 'object',
  );
  return { ...row, ...Object.fromEntries(json.map((name) => [name, JSON.stringify(row[name])])) };
}

async function readTables(now: Date): Promise<Record<string, Row[]>> {
  const tables: Record<string, Row[]> = {};
  for (const file of tableFiles) {
    const content = await read<Record<string, { defaults: Row; rows: Row[] }>>(file, now);
    for (const [table, { defaults, rows }] of Object.entries(content)) {
      tables[table] = rows.map((row) => withJson(joinLines({ ...defaults, ...row })));
    }
  }
  return tables;
}

/** Reads the data files as if they were written in this week; the rows still reference each other by label. */
export async function readSample(now: Date) {
  const [employees, chats, tables, driverFile, ...documents] = await Promise.all([
    read<Employee[]>('employees', now),
    read<Chat[]>('chats', now),
    readTables(now),
    read<Record<string, SampleDriverDocument[]>>('driver-file', now),
    read<SampleDocument[]>('documents', now),
    read<SampleDocument[]>('settlements', now),
    read<SampleDocument[]>('employee-files', now),
  ]);
  for (const row of tables.inquiries ?? []) completeInquiry(row, now);
  for (const { work_experiences } of tables.applications ?? []) {
    for (const row of work_experiences as Row[]) row.is_current = row.to_date === null ? 1 : 0;
  }
  const names = new Map(
    employees.map(({ username, record }) => [`@${username}`, personName(record)]),
  );
  for (const row of tables.damages ?? []) row.driver_name ??= names.get(String(row.employee_id));
  for (const row of tables.time_off ?? []) {
    const days = workingDays(String(row.from_date), String(row.to_date)).length;
    row.hours_hundredths ??= 100 * hoursPerDay * days;
  }
  return { employees, chats, tables, driverFile, documents: documents.flat() };
}

/** The files of one cell, the one whose key it holds first. */
function filesIn(cell: unknown, createdAt: string): SampleFile[] {
  if (typeof cell !== 'object' || cell === null) return [];
  if ('picture' in cell) return variantsOf(cell as SamplePicture, createdAt);
  if (!('file' in cell)) return [];
  const { file: path, name } = cell as { file: string; name: string };
  return [{ path, name, createdAt }];
}

/** Returns the files of rows and their children, and puts the keys in their cells. */
export function takeFiles(rows: readonly Row[]): SampleFile[] {
  return rows.flatMap((row) =>
    Object.entries(row).flatMap(([column, cell]) => {
      if (Array.isArray(cell)) return takeFiles(cell as Row[]);
      const files = filesIn(cell, String(row.created_at));
      if (files[0]) row[column] = keyOf(files[0].path);
      return files;
    }),
  );
}
