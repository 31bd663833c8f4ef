import type { Generated, Selectable } from 'kysely';
import type {
  AnswersTable,
  ConversationsTable,
  MessagesTable,
  PushSubscriptionsTable,
} from './tables-chat.ts';
import type {
  DocumentAssignmentsTable,
  DocumentReceiptsTable,
  DocumentRevisionsTable,
  DocumentsTable,
  SettlementDropFilesTable,
  SettlementDropsTable,
  SubmissionsTable,
} from './tables-documents.ts';
import type {
  DamagesTable,
  HoursLedgerTable,
  NotificationRecipientsTable,
  NotificationsTable,
  PasswordResetsTable,
  SeenTable,
} from './tables-people.ts';

import type {
  OrdersTable,
  PostsTable,
  ProductsTable,
  ReactionsTable,
  TestimonialsTable,
} from './tables-shop.ts';

/** The tables as Kysely sees them. Instants are ISO 8601 text with `Z`, calendar dates `YYYY-MM-DD` text, flags 0 or 1. */

export interface UsersTable {
  user_id: Generated<number>;
  username: string;
  /** `username` without case and in NFKC: unique among open accounts. */
  username_key: string;
  user_email: string;
  email_key: string;
  phone_number: string;
  /** Argon2id in PHC form. */
  password_hash: string;
  user_role: 'admin' | 'employee';
  /** A token carries none of it: sessions are ended together with a change of password or role. */
  token_version: Generated<number>;
  version: Generated<number>;
  created_at: string;
  closed_at: string | null;
}

export interface EmployeesTable {
  employee_id: Generated<number>;
  user_id: number | null;
  first_name: string;
  last_name: string;
  department: string;
  position: string;
  hire_date: string | null;
  /** What the payroll calls them; '' where it is not known. */
  payroll_number: Generated<string>;
  /** Hundredths of an hour: always the sum of the employee's ledger of that kind. */
  pto_hundredths: Generated<number>;
  work_hundredths: Generated<number>;
  version: Generated<number>;
  created_at: string;
}

export interface SessionsTable {
  jti: string;
  user_id: number;
  token_version: number;
  created_at: string;
  expires_at: string;
  ended_at: string | null;
}

export interface JobsTable {
  id: Generated<number>;
  position: string;
  location: string;
  department: string;
  date_posted: string;
  company_information: string;
  role_information: string;
  job_responsibilities: string;
  skills: string;
  description_of_benefits: string;
  company_culture: string;
  version: Generated<number>;
  created_at: string;
}

export interface InquiriesTable {
  id: Generated<number>;
  reference: string;
  status: 'new' | 'contacted' | 'quoted' | 'won' | 'lost';
  flagged: number;
  note: string;
  created_at: string;
  version: Generated<number>;
  company_name: string;
  contact_person: string;
  company_address: string;
  phone_number: string;
  email_address: string;
  website: string;
  vehicle_type: 'car' | 'truck' | 'van';
  number_of_vehicles: number | null;
  vehicle_dimension: string;
  vehicle_condition: 'new' | 'used' | 'salvaged';
  special_handling: string;
  pickup_location: string;
  pickup_date: string | null;
  pickup_facilities: string;
  delivery_location: string;
  delivery_date: string | null;
  delivery_facilities: string;
  additional_info: string;
}

export interface ApplicationsTable {
  id: Generated<number>;
  created_at: string;
  job_id: number | null;
  position: string | null;
  /** Key of the resume in `objects`. */
  resume_path: string | null;
  first_name: string;
  middle_initial: string;
  last_name: string;
  phone: string;
  email: string;
  street_address: string;
  city: string;
  state: string;
  zipcode: string;
  gender: string;
  race: string;
  has_cdl_license: number;
  cdl_license_number: string;
  cdl_license_state: string;
  cdl_expiration_date: string | null;
  has_dot_card: number;
  can_pass_dot_drug_test: number;
  manual_transmission_endorsement: number;
  car_hauling_experience_years: number;
  is_over_25: number;
  has_driver_license: number;
  driver_license_number: string;
  driver_license_state: string;
  driver_license_expiration: string | null;
  has_manual_transmission_experience: number;
  authorized_to_work_us: number;
  requires_sponsorship: number;
  certification: number;
}

export interface WorkExperiencesTable {
  id: Generated<number>;
  application_id: number;
  company: string;
  position: string;
  from_date: string | null;
  to_date: string | null;
  is_current: number;
  description: string;
}

export interface WorkReferencesTable {
  id: Generated<number>;
  application_id: number;
  first_name: string;
  last_name: string;
  phone: string;
  email: string;
  relationship: string;
}

/** A stored file; the bytes are in storage before the row is, and go after it. */
export interface ObjectsTable {
  /** Where the bytes are, made by the server: `resumes/<uuid>.pdf`. */
  key: string;
  kind: string;
  media_type: string;
  /** Bytes. */
  size: number;
  /** Hex. */
  sha256: string;
  /** The name that the user gave, for the download. */
  original_name: string;
  created_at: string;
  /** Of another form of a picture: the key of the one that records point to. It goes with it. */
  original_key: string | null;
  /** Pixels and the one colour, `#rrggbb`, of a picture that is kept in several widths. */
  width: number | null;
  height: number | null;
  color: string | null;
}

export interface OutboxTable {
  id: Generated<number>;
  /** Stable Message-ID without brackets, so that a mail sent twice is known as one. */
  message_id: string;
  recipient: string;
  reply_to: string;
  subject: string;
  body_text: string;
  body_html: string;
  created_at: string;
  next_try_at: string;
  tries: Generated<number>;
  /** Held by one worker until then. */
  claimed_until: string | null;
  sent_at: string | null;
  /** Set when the mail server said no for good or the tries ran out. */
  dead_at: string | null;
  last_error: Generated<string>;
}

export interface AuditTable {
  id: Generated<number>;
  at: string;
  /** Null for a visitor or the system. */
  user_id: number | null;
  action: string;
  /** The record it was done to: kind and id. */
  target_kind: string;
  target_id: string;
  ip: string;
  /** JSON with what changed; never a secret. */
  detail: string;
}

/** What a creation answered the first time, by its Idempotency-Key; kept for 24 hours. */
export interface ReplaysTable {
  caller: string;
  call: string;
  key: string;
  body_sha256: string;
  status: number;
  /** JSON. */
  reply: string;
  created_at: string;
}

/** Single facts of this installation, such as whether the sample data was made. */
export interface FactsTable {
  name: string;
  value: string;
}

export interface Tables {
  users: UsersTable;
  employees: EmployeesTable;
  sessions: SessionsTable;
  jobs: JobsTable;
  inquiries: InquiriesTable;
  applications: ApplicationsTable;
  work_experiences: WorkExperiencesTable;
  work_references: WorkReferencesTable;
  objects: ObjectsTable;
  outbox: OutboxTable;
  audit: AuditTable;
  replays: ReplaysTable;
  facts: FactsTable;
  hours_ledger: HoursLedgerTable;
  damages: DamagesTable;
  notifications: NotificationsTable;
  notification_recipients: NotificationRecipientsTable;
  password_resets: PasswordResetsTable;
  seen: SeenTable;
  documents: DocumentsTable;
  document_revisions: DocumentRevisionsTable;
  document_assignments: DocumentAssignmentsTable;
  document_receipts: DocumentReceiptsTable;
  submissions: SubmissionsTable;
  settlement_drops: SettlementDropsTable;
  settlement_drop_files: SettlementDropFilesTable;
  conversations: ConversationsTable;
  messages: MessagesTable;
  answers: AnswersTable;
  push_subscriptions: PushSubscriptionsTable;
  products: ProductsTable;
  orders: OrdersTable;
  posts: PostsTable;
  reactions: ReactionsTable;
  testimonials: TestimonialsTable;
}

export type UserRow = Selectable<UsersTable>;
export type EmployeeRow = Selectable<EmployeesTable>;
export type JobRow = Selectable<JobsTable>;
export type InquiryRow = Selectable<InquiriesTable>;
export type ApplicationRow = Selectable<ApplicationsTable>;
