import type { AppContext } from '../../platform/app-context.ts';
import { readableFile } from '../files/files.service.ts';
import type { PersonKeys } from './person-keys.ts';
import * as queries from './personal-data.queries.ts';
import { personalData } from './personal-data-columns.ts';

type Deps = Pick<AppContext, 'db'>;
type Row = Record<string, unknown>;

/** The ids in later tables come from rows of earlier ones: table → column → kind of id. */
const leads: Readonly<Record<string, Readonly<Record<string, keyof PersonKeys>>>> = {
  employees: { employee_id: 'employee' },
  damages: { damage_id: 'damage' },
  claim_photos: { object_key: 'file' },
  document_assignments: { assignment_id: 'assignment', file_id: 'document' },
  notification_recipients: { notification_id: 'notification' },
  submissions: { object_key: 'file' },
  settlement_questions: { question_id: 'question' },
  settlement_question_messages: { object_key: 'file' },
  driver_documents: { object_key: 'file' },
  settlement_drop_files: { object_key: 'file' },
  messages: { object_key: 'file' },
  posts: { image_key: 'file' },
  applications: { resume_path: 'file' },
  application_documents: { object_key: 'file' },
};

/** Someone whose data is read. */
export interface Person {
  /** Found while the tables are read. */
  keys: PersonKeys;
  /**
   * Whether the person reads it themselves, and so gets only what they may see: no files of settlement drops, which may
   * be someone else's until they are published, and nothing of a document that was given to them by mistake.
   */
  isReader: boolean;
}

/** A user's own data. Nothing is found by their email address, which doesn't prove whose an application is. */
export function readerOf(userId: number): Person {
  const none = { employee: [], damage: [], assignment: [], document: [], notification: [] };
  const keys = {
    user: [userId],
    ...none,
    question: [],
    file: [],
    application: [],
    inquiry: [],
    email: [],
  };
  return { keys, isReader: true };
}

export interface PersonTable {
  table: string;
  /** Read all of them before the next table: they contain its ids. */
  pages: AsyncIterable<Row[]>;
}

/** What was read already and decides about later rows. */
interface Read {
  /** Documents that are assigned to them now. */
  assigned: Set<unknown>;
  /** `document revision` pairs that they received, or that are current. */
  revisions: Set<string>;
}

const revisionOf = ({ file_id, revision }: Row) => `${file_id} ${revision}`;

function isVisible(table: string, row: Row, { assigned, revisions }: Read): boolean {
  if (table === 'documents') return assigned.has(row.file_id);
  if (table === 'document_revisions') {
    return assigned.has(row.file_id) && revisions.has(revisionOf(row));
  }
  return true;
}

function remember(table: string, rows: readonly Row[], keys: PersonKeys, read: Read): void {
  for (const [column, kind] of Object.entries(leads[table] ?? {})) {
    const values = rows.map((row) => row[column]).filter((value) => value !== null);
    const known = new Set<unknown>([...keys[kind], ...values]);
    Object.assign(keys, { [kind]: [...known] });
  }
  if (table === 'document_assignments') {
    const open = rows.filter(({ removed_at }) => removed_at === null);
    for (const { file_id } of open) read.assigned.add(file_id);
  }
  if (table === 'document_receipts' || table === 'documents') {
    for (const row of rows) read.revisions.add(revisionOf(row));
  }
  // Not training, which is the same for everybody, nor what they may not read anymore.
  if (table === 'documents') {
    const own = rows.filter(
      ({ kind, file_id }) => kind !== 'training' && read.assigned.has(file_id),
    );
    keys.file.push(...own.map((row) => String(row.object_key)));
  }
}

async function* pagesOf({ db }: Deps, table: string, keys: PersonKeys): AsyncGenerator<Row[]> {
  const { personal = [], technical = [], rows = {} } = personalData[table as 'users'];
  const columns = [...technical, ...personal];
  if (table === 'messages') {
    for (const userId of keys.user) yield* queries.messagePagesOf(db, columns, userId);
    return;
  }
  const found = Object.fromEntries(
    Object.entries(rows).map(([column, kind]) => [column, keys[kind]]),
  );
  yield await queries.selectRowsOf(db, table, columns, found);
}

/** The person's entries of the audit log; of what they did to other records, only that they did it. */
async function* auditOf({ db }: Deps, keys: PersonKeys): AsyncGenerator<Row[]> {
  const [userId = null] = keys.user;
  const records = [
    { kind: 'user', ids: keys.user },
    { kind: 'employee', ids: keys.employee },
    { kind: 'application', ids: keys.application },
    { kind: 'inquiry', ids: keys.inquiry },
  ];
  const own = new Set(records.flatMap(({ kind, ids }) => ids.map((id) => `${kind} ${id}`)));
  for await (const page of queries.auditPagesOf(db, userId, records)) {
    yield page.map((row) => {
      const { user_id, ip, label, detail, ...entry } = row;
      const isAbout = own.has(`${row.target_kind} ${row.target_id}`);
      return {
        ...entry,
        by: user_id === userId && userId !== null ? 'this person' : 'someone else',
        // The address of whoever acted.
        ...(user_id === userId ? { ip } : {}),
        ...(isAbout ? { label, detail: JSON.parse(detail) } : {}),
      };
    });
  }
}

async function* notEmpty(pages: AsyncIterable<Row[]>): AsyncGenerator<Row[]> {
  for await (const page of pages) if (page.length > 0) yield page;
}

async function* following<T>(first: T, rest: AsyncGenerator<T>): AsyncGenerator<T> {
  yield first;
  yield* rest;
}

/** Reads everything stored about a person, without secrets: the tables that have rows, one after another. */
export async function* readPerson(
  ctx: Deps,
  { keys, isReader }: Person,
): AsyncGenerator<PersonTable> {
  const read: Read = { assigned: new Set(), revisions: new Set() };
  async function* visible(table: string): AsyncGenerator<Row[]> {
    for await (const page of pagesOf(ctx, table, keys)) {
      const rows = isReader ? page.filter((row) => isVisible(table, row, read)) : page;
      remember(table, rows, keys, read);
      yield rows;
    }
  }
  const tables = Object.entries(personalData)
    .filter(([, { rows }]) => rows)
    .map(([table]) => table)
    .filter((table) => !isReader || table !== 'settlement_drop_files');
  let count = 0;
  for (const table of [...tables, 'audit']) {
    if (table === 'objects' && isReader) keys.file = await readableOnly(ctx, keys);
    if (table === 'audit' && count === 0) return;
    const pages = notEmpty(table === 'audit' ? auditOf(ctx, keys) : visible(table));
    const first = await pages.next();
    if (first.done) continue;
    count += 1;
    yield { table, pages: following(first.value, pages) };
  }
}

/** The files that a user may read now. */
async function readableOnly(ctx: Deps, { user, file }: PersonKeys): Promise<string[]> {
  const [userId = 0] = user;
  const readable: string[] = [];
  for (const key of file) if (await readableFile(ctx, userId, key)) readable.push(key);
  return readable;
}
