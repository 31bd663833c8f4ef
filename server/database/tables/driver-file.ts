import type { Generated } from 'kysely';
import type { Schema } from '../migrations/steps.ts';

/** A document of an employee's driver file. */
export interface DriverDocumentsTable {
  document_id: Generated<number>;
  employee_id: number;
  /** A kind of contract/driver-file.ts. */
  kind: string;
  object_key: string;
  /**
   * `current`: the checked one. `waiting` and `refused`: the newest upload, until it is checked or replaced. `past`:
   * another took its place. An employee has at most one current and one newest document of a kind.
   */
  state: 'current' | 'waiting' | 'refused' | 'past';
  issued_on: string | null;
  /** The last day on which it is valid. */
  expires_on: string | null;
  /** Of a CDL. */
  cdl_class: Generated<string>;
  cdl_endorsements: Generated<string>;
  cdl_number: Generated<string>;
  cdl_state: Generated<string>;
  uploaded_by: number;
  uploaded_at: string;
  checked_by: number | null;
  checked_at: string | null;
  /** Why it was refused; '' otherwise. */
  reason: Generated<string>;
  /** The item's version since its last change; an item has the greatest of its documents. */
  version: number;
}

/** A reminder that was sent: another document or another date begins anew. */
export interface DriverRemindersTable {
  document_id: number;
  expires_on: string;
  days_before: number;
  sent_at: string;
}

export const driverFileSchema: Schema = {
  up: ({ id, strict }) => [
    `create table driver_documents (
      document_id ${id},
      employee_id integer not null references employees (employee_id),
      kind text not null check (kind <> ''),
      object_key text not null unique references objects (key),
      state text not null check (state in ('current', 'waiting', 'refused', 'past')),
      issued_on text,
      expires_on text,
      cdl_class text not null default '',
      cdl_endorsements text not null default '',
      cdl_number text not null default '',
      cdl_state text not null default '',
      uploaded_by integer not null references users (user_id),
      uploaded_at text not null,
      checked_by integer references users (user_id),
      checked_at text,
      reason text not null default '',
      version integer not null,
      constraint driver_documents_dates check (expires_on >= issued_on),
      constraint driver_documents_checked check (state <> 'current' or checked_at is not null)
    ) ${strict}`,
    "create unique index driver_documents_current on driver_documents (employee_id, kind) where state = 'current'",
    "create unique index driver_documents_newest on driver_documents (employee_id, kind) where state in ('waiting', 'refused')",
    "create index driver_documents_shown on driver_documents (employee_id, kind) where state <> 'past'",
    'create index driver_documents_history on driver_documents (employee_id, kind, document_id)',
    "create index driver_documents_expiry on driver_documents (expires_on) where state in ('current', 'waiting')",

    `create table driver_reminders (
      document_id integer not null references driver_documents (document_id) on delete cascade,
      expires_on text not null,
      days_before integer not null,
      sent_at text not null,
      primary key (document_id, expires_on, days_before)
    ) ${strict}`,
  ],
};
