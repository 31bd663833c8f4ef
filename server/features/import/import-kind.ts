import type { ZodMiniType } from 'zod/mini';
import type { NotificationKind } from '#contract/notification-kinds.ts';
import type { Db } from '../../database/open.ts';
import type { AppContext } from '../../platform/app-context.ts';
import type { SessionActor, Write } from '../../platform/writes/writes.ts';
import type { AccountWriter } from '../users/users-writing.service.ts';

/** The filled cells of a row by their fields, as text that the schemas take. */
export type Given = Readonly<Record<string, string>>;

export interface RowError {
  field: string;
  message: string;
}

/** A stored record as the API shows it. */
export type Stored = Readonly<Record<string, unknown>> & { version: number };

/** The record that a row is about. */
export interface Match {
  /** Names the record; a file that has a key twice must have equal rows. */
  keys: readonly string[];
  /** Names it for people. */
  label: string;
  /** Null for a new one. */
  stored: Stored | null;
  /** The values of the row: `given` with what follows from it. */
  values: Readonly<Record<string, unknown>>;
  errors?: readonly RowError[];
  /** New values that resemble existing ones. */
  similar?: readonly { field: string; value: string; existing: string }[];
  /** The row is left out. */
  isLeftOut?: boolean;
}

/** The write of an import. */
export interface ImportWriter extends AccountWriter {
  ctx: AppContext;
  write: Write;
  actor: SessionActor;
  /** The hash of a password that nobody knows. */
  unusablePassword: string;
  /** The notices for each user, sent after all rows: one per user. */
  notices: Map<number, { message: () => string; link: string }[]>;
  /** The accounts that it has created. */
  newUserIds: number[];
}

type Values = Readonly<Record<string, unknown>>;

/** How the rows of a kind are matched and stored. */
export interface Importer {
  /** Checks a whole record: the stored one, if any, with the row's values over it. */
  schema: ZodMiniType;
  /** Where errors of fields that no column fills are shown. */
  fieldOf?: Readonly<Record<string, string>>;
  /** Reads what the rows need to know; the function finds the record of a row. */
  open: (db: Db, rows: readonly Given[], actor: SessionActor) => Promise<(given: Given) => Match>;
  /** `values` are valid. */
  create: (writer: ImportWriter, values: Values) => Promise<void>;
  /** `change` has the values that differ. */
  change: (writer: ImportWriter, stored: Stored, change: Values) => Promise<void>;
  /** What a user with several notices gets instead, and where all of them lead. */
  notice?: { kind: NotificationKind; link: string; summary: (count: number) => string };
}
