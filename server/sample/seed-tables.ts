import type { Db } from '../database/open.ts';
import { insertRows } from './sample.queries.ts';

/**
 * A row before it's inserted. `@` is a label for others to reference it by. A text cell `@label` becomes the
 * id of that row. A list of rows under the name of a child table is inserted there.
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
  application_notes: { parent: 'application_id' },
  application_documents: { parent: 'application_id' },
  application_drafts: {},
  inquiries: { id: 'id' },
  inquiry_notes: { parent: 'inquiry_id' },
  quotes: { id: 'quote_id' },
  quote_lines: { parent: 'quote_id' },
  inquiry_vins: { parent: 'inquiry_id' },
  inquiry_stops: { parent: 'inquiry_id' },
  documents: { id: 'file_id' },
  document_revisions: { parent: 'file_id' },
  document_assignments: { id: 'assignment_id', parent: 'file_id' },
  document_receipts: { parent: 'file_id' },
  submissions: { parent: 'assignment_id' },
  settlement_formats: {},
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

/** Ids by `table/label`. */
export type Ids = ReadonlyMap<string, number>;

const isChild = (name: string) => order[name]?.parent !== undefined;

/** A cell with the id of the row that it references. */
function resolve(column: string, cell: unknown, ids: Ids): unknown {
  if (typeof cell !== 'string' || !cell.startsWith('@')) return cell;
  const label = `${targets[column] ?? 'users'}/${cell.slice(1)}`;
  if (!ids.has(label)) throw new Error(`the sample data has no ${label}`);
  return ids.get(label);
}

function columnsOf(row: Row, ids: Ids): Row {
  return Object.fromEntries(
    Object.entries(row)
      .filter(([name]) => name !== '@' && !isChild(name))
      .map(([name, cell]) => [name, resolve(name, cell, ids)]),
  );
}

/** Inserts rows with their children; returns the ids of those with a label. */
export async function seedTables(
  tx: Db,
  tables: Readonly<Record<string, readonly Row[]>>,
): Promise<Ids> {
  const ids = new Map<string, number>();
  const pending = new Map(Object.entries(tables).map(([table, rows]) => [table, [...rows]]));
  const unknown = [...pending.keys()].find((table) => !(table in order));
  if (unknown !== undefined) throw new Error(`the sample data has an unknown table ${unknown}`);
  for (const [table, { id: idColumn }] of Object.entries(order)) {
    const rows = pending.get(table) ?? [];
    const values = rows.map((row) => columnsOf(row, ids));
    const inserted = await insertRows(tx, table, values, idColumn);
    for (const [index, row] of rows.entries()) {
      const id = inserted[index];
      if (id === undefined) break;
      if (row['@']) ids.set(`${table}/${row['@']}`, id);
      for (const [name, children] of Object.entries(row)) {
        const parent = order[name]?.parent;
        if (!parent) continue;
        const added = (children as Row[]).map((child) => ({ ...child, [parent]: id }));
        pending.set(name, [...(pending.get(name) ?? []), ...added]);
      }
    }
  }
  return ids;
}
