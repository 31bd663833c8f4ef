import type { Generated } from 'kysely';

/** The tables of hours, damages, notices and links; as in tables.ts. */

/** One change of a balance of hours; append-only. */
export interface HoursLedgerTable {
  id: Generated<number>;
  employee_id: number;
  kind: 'pto' | 'work';
  /** Hundredths of an hour; `after - before` is the change. */
  before_hundredths: number;
  after_hundredths: number;
  reason: string;
  /** Who changed it; null for an opening balance. */
  user_id: number | null;
  at: string;
}

export interface DamagesTable {
  damage_id: Generated<number>;
  employee_id: number;
  driver_name: string;
  damage_date: string;
  amount_cents: number;
  damage_description: string;
  version: Generated<number>;
  created_at: string;
}

export interface NotificationsTable {
  notification_id: Generated<number>;
  message: string;
  sender_id: number | null;
  created_at: string;
}

/** One row a recipient, the sender included. */
export interface NotificationRecipientsTable {
  notification_id: number;
  user_id: number;
  read_at: string | null;
}

/** A one-time link that sets a password; its code is kept as a hash. */
export interface PasswordResetsTable {
  /** SHA-256 of the code, hex. */
  code_hash: string;
  user_id: number;
  made_by: number | null;
  created_at: string;
  expires_at: string;
  used_at: string | null;
}

/** When a person last looked at a room whose news are counted in the rail. */
export interface SeenTable {
  user_id: number;
  room: string;
  at: string;
}
