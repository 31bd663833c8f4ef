import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { WorkExperienceInput } from '#contract/applications.ts';
import { workingDays } from '#contract/business-days.ts';
import { hoursPerDay } from '#contract/time-off-rules.ts';
import type { SampleDriverDocument } from './driver-files.ts';
import type { Employee } from './employees.ts';
import type { Sheet } from './pdf.ts';
import { type Json, resolveValue } from './relative-time.ts';
import { pictureFiles, pictureKey, resumeFile, type SampleFile } from './sample-files.ts';
import type { Row } from './seed-tables.ts';

/** Delivered, opened and acknowledged, as far as it went. */
export type Receipt = (string | null)[];

interface Submission {
  name: string;
  status: string;
  reason?: string;
  /** Null: not signed. */
  signed: string | null;
  submittedAt: string;
  reviewedAt?: string;
}

export interface SampleDocument {
  kind: string;
  name: string;
  acknowledge?: 1;
  /** Username. */
  uploadedBy: string;
  uploadedAt: string;
  sheet: Sheet;
  /** By username; empty: not seen yet. */
  recipients: Record<string, Receipt>;
  /** The content before it was replaced. */
  earlier?: { uploadedAt: string; sheet: Sheet; receipts: Record<string, Receipt> };
  /** What employees sent back, by username, oldest first. */
  submissions?: Record<string, Submission[]>;
  /** What drivers asked about a settlement: usernames and texts, oldest message first. */
  questions?: { by: string; messages: { from: string; at: string | null; text: string }[] }[];
}

/** The messages between an admin and an employee, oldest first. */
export interface Chat {
  /** Usernames. */
  office: string;
  employee: string;
  /** How many of the last messages are unread. */
  unread?: number;
  lines: {
    at: string;
    from: 'office' | 'employee';
    text: string;
    attachment?: { name: string; drawing: string } | { name: string; sheet: Sheet };
  }[];
}

interface ApplicationRow extends Row {
  created_at: string;
  resume_path: string | { name: string; summary: string; skills: string[]; education: string };
  work_experiences: WorkExperienceInput[];
}

/** Files whose content is `{ <table>: { defaults, rows } }`. */
const tableFiles = [
  ...['jobs', 'applications', 'inquiries', 'notifications'],
  ...['time-off', 'damages', 'store', 'posts', 'testimonials', 'chat-office'],
];

async function read<T>(name: string, now: Date): Promise<T> {
  const text = await readFile(join(import.meta.dirname, 'data', `${name}.json`), 'utf8');
  return resolveValue(JSON.parse(text) as Json, now) as T;
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

/** Rows that were created earlier come first; those without a time keep their order. */
function byCreation(a: Row, b: Row): number {
  return String(a.created_at ?? '').localeCompare(String(b.created_at ?? ''));
}

async function readTables(now: Date): Promise<Record<string, Row[]>> {
  const tables: Record<string, Row[]> = {};
  for (const file of tableFiles) {
    const content = await read<Record<string, { defaults: Row; rows: Row[] }>>(file, now);
    for (const [table, { defaults, rows }] of Object.entries(content)) {
      tables[table] = rows.map((row) => joinLines({ ...defaults, ...row })).toSorted(byCreation);
    }
  }
  return tables;
}

function resumeOf(row: ApplicationRow): SampleFile[] {
  if (typeof row.resume_path === 'string') return [];
  const { name: fileName, ...texts } = row.resume_path;
  const initial = row.middle_initial === 'N/A' ? '' : ` ${row.middle_initial}.`;
  const name = `${row.first_name}${initial} ${row.last_name}`;
  const place = `${row.city}, ${row.state} ${row.zipcode}`;
  const file = resumeFile(
    fileName,
    {
      ...texts,
      name,
      contact: [`${row.street_address}`, place, `${row.phone}`, `${row.email}`],
      experiences: row.work_experiences,
      licenses:
        row.has_cdl_license === 1 ? ['Commercial driver license, class A', 'DOT medical card'] : [],
    },
    row.created_at,
  );
  row.resume_path = file.key;
  return [file];
}

async function pictureOf(folder: string, row: Row, column = 'image_key'): Promise<SampleFile[]> {
  const image = row[column] as { drawing: string } | null;
  if (image === null) return [];
  row[column] = pictureKey(folder, image.drawing);
  return pictureFiles(folder, image.drawing, String(row.created_at));
}

/** Reads the data files and resolves their times; the rows still reference each other by label. */
export async function readSample(now: Date) {
  const [employees, chats, tables, driverDocuments, ...documents] = await Promise.all([
    read<Employee[]>('employees', now),
    read<Chat[]>('chats', now),
    readTables(now),
    read<SampleDriverDocument[]>('driver-file', now),
    read<SampleDocument[]>('documents', now),
    read<SampleDocument[]>('settlements', now),
    read<SampleDocument[]>('employee-files', now),
  ]);
  // The inquiry itself shows its newest note.
  for (const row of tables.inquiries ?? []) {
    row.note = (row.inquiry_notes as { text: string }[]).at(-1)?.text ?? '';
  }
  for (const row of tables.time_off ?? []) {
    const days = workingDays(String(row.from_date), String(row.to_date)).length;
    row.hours_hundredths ??= 100 * hoursPerDay * days;
  }
  return { employees, chats, tables, driverDocuments, documents: documents.flat() };
}

export type Sample = Awaited<ReturnType<typeof readSample>>;

/** The resumes of applications; afterwards their rows hold the keys. */
export function resumesOf({ applications }: Sample['tables']): SampleFile[] {
  return (applications as ApplicationRow[]).flatMap(resumeOf);
}

/** The pictures of products, posts and claims; afterwards their rows hold the keys. */
export async function picturesOf({ products = [], posts = [], damages = [] }: Sample['tables']) {
  const photos = damages.flatMap((row) => (row.claim_photos ?? []) as Row[]);
  const ofRows = [
    ...products.map((row) => pictureOf('products', row)),
    ...posts.map((row) => pictureOf('posts', row)),
    ...photos.map((row) => pictureOf('claims', row, 'object_key')),
  ];
  return (await Promise.all(ofRows)).flat();
}
