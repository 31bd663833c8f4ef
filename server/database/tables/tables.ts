import type { Selectable } from 'kysely';
import type { AnnouncementsTable } from './announcements.ts';
import type {
  ApplicationDocumentsTable,
  ApplicationDraftsTable,
  ApplicationNotesTable,
  ApplicationsTable,
  WorkExperiencesTable,
  WorkReferencesTable,
} from './applications.ts';
import type { AuditTable } from './audit.ts';
import type {
  AnswersTable,
  AutomaticReplyTable,
  CannedRepliesTable,
  ConversationsTable,
  MessagesTable,
} from './chat.ts';
import type { ClaimChangesTable, ClaimPhotosTable, ClaimsTable } from './claims.ts';
import type { DamagesTable } from './damages.ts';
import type {
  DocumentAssignmentsTable,
  DocumentReceiptsTable,
  DocumentRevisionsTable,
  DocumentsTable,
} from './documents.ts';
import type { DriverDocumentsTable, DriverRemindersTable } from './driver-file.ts';
import type { DutyTable } from './duty.ts';
import type { SubmissionsTable } from './employee-files.ts';
import type { HoursLedgerTable } from './hours.ts';
import type {
  InquiriesTable,
  InquiryNotesTable,
  InquiryStopsTable,
  InquiryVinsTable,
} from './inquiries.ts';
import type { DeletedJobsTable, JobsTable } from './jobs.ts';
import type { OutboxTable, VisitorMailsTable } from './mail.ts';
import type {
  NotificationRecipientsTable,
  NotificationSettingsTable,
  NotificationsTable,
} from './notifications.ts';
import type { ObjectsTable } from './objects.ts';
import type {
  IdempotencyKeysTable,
  InstallationStateTable,
  LimitCountsTable,
  PublicChangesTable,
} from './platform.ts';
import type { PushSubscriptionsTable } from './push.ts';
import type { QuoteLinesTable, QuotesTable } from './quotes.ts';
import type {
  PasskeyChallengesTable,
  PasskeysTable,
  RecoveryCodesTable,
  TotpSecretsTable,
} from './second-factors.ts';
import type {
  SettlementDropFilesTable,
  SettlementDropsTable,
  SettlementFormatsTable,
} from './settlement-drops.ts';
import type {
  SettlementQuestionMessagesTable,
  SettlementQuestionsTable,
} from './settlement-questions.ts';
import type { PostsTable, ReactionsTable } from './spotlight.ts';
import type { StatusLinksTable } from './status-links.ts';
import type { OrdersTable, ProductsTable } from './store.ts';
import type { TestimonialsTable } from './testimonials.ts';
import type { TimeOffCalendarsTable, TimeOffTable } from './time-off.ts';
import type { EmployeesTable, PasswordResetsTable, SessionsTable, UsersTable } from './users.ts';

/** Every table. Instants are ISO 8601 text with `Z`, calendar dates `YYYY-MM-DD` text, flags 0 or 1. */
export interface Tables {
  users: UsersTable;
  employees: EmployeesTable;
  sessions: SessionsTable;
  passkeys: PasskeysTable;
  passkey_challenges: PasskeyChallengesTable;
  totp_secrets: TotpSecretsTable;
  recovery_codes: RecoveryCodesTable;
  jobs: JobsTable;
  deleted_jobs: DeletedJobsTable;
  inquiries: InquiriesTable;
  inquiry_notes: InquiryNotesTable;
  inquiry_vins: InquiryVinsTable;
  inquiry_stops: InquiryStopsTable;
  quotes: QuotesTable;
  quote_lines: QuoteLinesTable;
  applications: ApplicationsTable;
  application_notes: ApplicationNotesTable;
  application_documents: ApplicationDocumentsTable;
  status_links: StatusLinksTable;
  application_drafts: ApplicationDraftsTable;
  work_experiences: WorkExperiencesTable;
  work_references: WorkReferencesTable;
  objects: ObjectsTable;
  outbox: OutboxTable;
  visitor_mails: VisitorMailsTable;
  audit: AuditTable;
  idempotency_keys: IdempotencyKeysTable;
  public_changes: PublicChangesTable;
  limit_counts: LimitCountsTable;
  installation_state: InstallationStateTable;
  hours_ledger: HoursLedgerTable;
  time_off: TimeOffTable;
  time_off_calendars: TimeOffCalendarsTable;
  damages: DamagesTable;
  claims: ClaimsTable;
  claim_photos: ClaimPhotosTable;
  claim_changes: ClaimChangesTable;
  notifications: NotificationsTable;
  notification_recipients: NotificationRecipientsTable;
  notification_settings: NotificationSettingsTable;
  announcements: AnnouncementsTable;
  password_resets: PasswordResetsTable;
  documents: DocumentsTable;
  document_revisions: DocumentRevisionsTable;
  document_assignments: DocumentAssignmentsTable;
  document_receipts: DocumentReceiptsTable;
  submissions: SubmissionsTable;
  driver_documents: DriverDocumentsTable;
  driver_reminders: DriverRemindersTable;
  settlement_drops: SettlementDropsTable;
  settlement_drop_files: SettlementDropFilesTable;
  settlement_formats: SettlementFormatsTable;
  settlement_questions: SettlementQuestionsTable;
  settlement_question_messages: SettlementQuestionMessagesTable;
  conversations: ConversationsTable;
  messages: MessagesTable;
  answers: AnswersTable;
  canned_replies: CannedRepliesTable;
  automatic_reply: AutomaticReplyTable;
  duty: DutyTable;
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
