import type { Db } from '../database/open.ts';
import { insertRows } from './sample.queries.ts';

/**
 * A row before it's inserted. `@` is a label for others to reference it by. A text cell `@label` becomes the
 * id of that row; `@one|two|null` takes the first that was inserted, or null. A list of rows under the name
 * of a child table is inserted there.
 */
export type Row = Record<string, unknown>;

interface Table {
  /** The id column, where other rows reference the table. */
  id?: string;
  /** The column that holds the id of the parent row, of a child table. */
  parent?: string;
}

/** In the order of insertion: parents before children. */
const order: Readonly<Record<string, Table>> = {
  objects: {},
  users: { id: 'user_id' },
  employees: { id: 'employee_id', parent: 'user_id' },
  hours_ledger: { parent: 'employee_id' },
  time_off: {},
  jobs: { id: 'id' },
  applications: { id: 'id' },
  work_experiences: { parent: 'application_id' },
  work_references: { parent: 'application_id' },
  inquiries: { id: 'id' },
  inquiry_notes: { parent: 'inquiry_id' },
  documents: { id: 'file_id' },
  document_revisions: { parent: 'file_id' },
  document_assignments: { id: 'assignment_id', parent: 'file_id' },
  document_receipts: { parent: 'file_id' },
  submissions: { parent: 'assignment_id' },
  settlement_questions: { id: 'question_id', parent: 'file_id' },
  settlement_question_messages: { parent: 'question_id' },
  notifications: { id: 'notification_id' },
  notification_recipients: { parent: 'notification_id' },
  announcements: { parent: 'notification_id' },
  driver_documents: {},
  damages: { id: 'damage_id' },
  claims: { parent: 'damage_id' },
  claim_photos: { parent: 'damage_id' },
  claim_changes: { parent: 'damage_id' },
  products: { id: 'id' },
  orders: {},
  posts: { id: 'id' },
  reactions: { parent: 'post_id' },
  testimonials: {},
  canned_replies: {},
  duty: {},
};

export const seededTables: readonly string[] = Object.keys(order);

/** The table that a column references; all other columns reference users. */
const targets: Record<string, string> = {
  employee_id: 'employees',
  job_id: 'jobs',
  inquiry_id: 'inquiries',
  product_id: 'products',
};

/** Ids by `table/label`; null: the row was left out. */
export type Ids = Map<string, number | null>;

function resolveReference(column: string, reference: string, ids: Ids): number | null | undefined {
  const table = targets[column] ?? 'users';
  for (const label of reference.slice(1).split('|')) {
    if (label === 'null') return null;
    const id = ids.get(`${table}/${label}`);
    if (id === undefined) throw new Error(`the sample data has no ${label} in ${table}`);
    if (id !== null) return id;
  }
  return undefined;
}

/** The columns with ids instead of references; null when a required reference was left out. */
function resolveReferences(row: Row, ids: Ids): Row | null {
  const columns: Row = {};
  for (const [name, value] of Object.entries(row)) {
    if (name === '@' || order[name]?.parent) continue;
    const isReference = typeof value === 'string' && value.startsWith('@');
    const cell = isReference ? resolveReference(name, value, ids) : value;
    if (cell === undefined) return null;
    columns[name] = cell;
  }
  return columns;
}

/**
 * Inserts rows with their children, and records their ids. A row whose required reference was left out
 * (the null ids passed in) is left out as well, with its children.
 */
export async function seedTables(
  tx: Db,
  tables: Readonly<Record<string, readonly Row[]>>,
  ids: Ids,
): Promise<void> {
  const pending = new Map(seededTables.map((table): [string, Row[]] => [table, []]));
  const add = (table: string, rows: readonly Row[]) => {
    const list = pending.get(table);
    if (!list) throw new Error(`the sample data has an unknown table ${table}`);
    list.push(...rows);
  };
  for (const [table, rows] of Object.entries(tables)) add(table, rows);
  for (const [table, { id: idColumn }] of Object.entries(order)) {
    const kept: { row: Row; columns: Row }[] = [];
    for (const row of pending.get(table) ?? []) {
      const columns = resolveReferences(row, ids);
      if (columns) kept.push({ row, columns });
      else if (row['@']) ids.set(`${table}/${row['@']}`, null);
    }
    const values = kept.map(({ columns }) => columns);
    const inserted = await insertRows(tx, table, values, idColumn);
    kept.forEach(({ row }, index) => {
      const id = inserted[index];
      if (id === undefined) return;
      if (row['@']) ids.set(`${table}/${row['@']}`, id);
      for (const [name, value] of Object.entries(row)) {
        const parent = order[name]?.parent;
        if (parent)
          add(
            name,
            (value as Row[]).map((child) => ({ ...child, [parent]: id })),
          );
      }
    });
  }
}
