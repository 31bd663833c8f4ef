import type { Generated } from 'kysely';

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
