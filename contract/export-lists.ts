/** The lists that can be exported: who may export them, their filter, and the record whose fields are the columns. */
import * as z from 'zod/mini';
import type { Access } from './access.ts';
import * as announcements from './announcements.ts';
import * as applications from './applications.ts';
import * as audit from './audit.ts';
import * as claims from './claims.ts';
import * as damages from './damages.ts';
import * as documents from './documents.ts';
import * as driverFile from './driver-file.ts';
import * as employeeFiles from './employee-files.ts';
import type { ExportName } from './exports.ts';
import * as hours from './hours.ts';
import * as inquiries from './inquiries.ts';
import * as jobs from './jobs.ts';
import * as notifications from './notifications.ts';
import * as orders from './orders.ts';
import * as receipts from './receipts.ts';
import type { FieldKind } from './record-fields.ts';
import * as settlementQuestions from './settlement-questions.ts';
import * as spotlight from './spotlight.ts';
import * as store from './store.ts';
import * as testimonials from './testimonials.ts';
import * as timeOff from './time-off.ts';
import * as unsentMail from './unsent-mail.ts';
import * as users from './users.ts';

export interface ExportList {
  /** The name of the sheet. */
  title: string;
  access: Access;
  /** The query of the list's own call. */
  query?: z.ZodMiniObject;
  /** A record of the list. A field that is added to it becomes a column by itself. */
  row: z.ZodMiniObject;
  /** Described fields; any other field is named after its key and has the kind of its schema. */
  fields?: Readonly<Record<string, { label?: string; kind?: ColumnKind; nameField?: string }>>;
  /** For the portal only, such as keys of files. */
  omit?: readonly string[];
  /** Employees don't get these. */
  adminOnly?: readonly string[];
}

/** What a column has: the kind of a described field, an instant, several values, or JSON. */
export type ColumnKind = FieldKind | 'instant' | 'list' | 'json';

const define = <const L extends ExportList>(list: L): L => list;

const money = { kind: 'money' } as const;
const document = { file_name: { label: 'File' }, size: { label: 'Bytes' } };
const asked = { acknowledge: { label: 'Confirmation asked for' } };

const listOf = <const K extends documents.DocumentKind>(kind: K, title: string) =>
  define({
    title,
    access: documents.documentCalls[kind].list.access,
    query: documents.documentCalls[kind].list.query,
    row: documents.document,
    fields: {
      ...document,
      ...asked,
      opened_at: { label: 'You opened' },
      acknowledged_at: { label: 'You confirmed' },
      opened_count: { label: 'Opened by' },
      acknowledged_count: { label: 'Confirmed by' },
      net_pay: money,
      period_from: { kind: 'date' },
      period_to: { kind: 'date' },
    },
    omit: ['file_path', 'kind'],
    adminOnly: ['assigned_user_ids', 'opened_count', 'acknowledged_count'],
  });

export const exportLists = {
  inquiries: define({
    title: 'Inquiries',
    access: inquiries.listInquiries.access,
    query: inquiries.listInquiries.query,
    row: inquiries.inquiry,
    fields: {
      ...inquiries.contactFields,
      ...inquiries.shipmentFields,
      created_at: { label: 'Received' },
      note: { label: 'Latest note' },
    },
  }),
  jobs: define({
    title: 'Jobs',
    access: 'admin',
    query: jobs.listJobs.query,
    row: jobs.job,
    fields: jobs.jobFields,
  }),
  applications: define({
    title: 'Applications',
    access: applications.listApplications.access,
    query: applications.listApplications.query,
    row: applications.application,
    fields: {
      ...applications.personFields,
      ...applications.drivingFields,
      ...applications.eligibilityFields,
      created_at: { label: 'Received' },
    },
    omit: ['resume_path', ...Object.keys(applications.selfIdentificationFields)],
  }),
  users: define({
    title: 'Users',
    access: 'admin',
    query: users.listUsers.query,
    row: users.user,
    fields: { ...users.userFields, ...users.signInFields },
    omit: ['employee_version'],
  }),
  employees: define({
    title: 'Employees',
    access: users.listEmployees.access,
    query: users.listEmployees.query,
    row: users.employee,
    fields: users.employeeFields,
  }),
  'hours-ledger': define({
    title: 'Hours ledger',
    access: hours.listLedger.access,
    query: hours.listLedger.query,
    row: hours.ledgerEntry,
    fields: {
      before: { kind: 'hours' },
      after: { kind: 'hours' },
      by: { label: 'Changed by' },
      at: { label: 'Time' },
    },
  }),
  'time-off': define({
    title: 'Time off',
    access: timeOff.listTimeOff.access,
    query: timeOff.listTimeOff.query,
    row: timeOff.timeOff,
    fields: timeOff.timeOffFields,
  }),
  damages: define({
    title: 'Damages',
    access: damages.listDamages.access,
    query: damages.listDamages.query,
    row: damages.damage,
    fields: damages.damageFields,
  }),
  claims: define({
    title: 'Damage claims',
    access: claims.listClaims.access,
    query: claims.listClaims.query,
    row: claims.listedClaim,
    fields: {
      ...damages.damageFields,
      ...claims.claimFields,
      acknowledge_by: { kind: 'date' },
      decide_by: { kind: 'date' },
      employee_id: { label: 'Employee ID' },
      created_at: { label: 'Reported' },
    },
  }),
  training: listOf('training', 'Training'),
  settlements: listOf('settlements', 'Settlements'),
  reports: listOf('reports', 'Reports'),
  'settlement-questions': define({
    title: 'Settlement questions',
    access: settlementQuestions.listSettlementQuestions.access,
    query: settlementQuestions.listSettlementQuestions.query,
    row: z.object({ ...settlementQuestions.settlementQuestion.shape, conversation: z.string() }),
    fields: {
      file_name: { label: 'File' },
      created_at: { label: 'Asked' },
      asked_at: { label: 'Driver wrote last' },
      conversation: { kind: 'text' },
    },
    omit: ['file_path', 'unread'],
  }),
  'employee-files': define({
    title: 'Employee files',
    access: employeeFiles.listAssignments.access,
    query: employeeFiles.listAssignments.query,
    row: z.object({ ...employeeFiles.assignment.shape, user_name: z.string() }),
    fields: {
      ...document,
      ...asked,
      upload_date: { label: 'Uploaded' },
      user_name: { label: 'User' },
    },
    omit: ['file_path', 'kind', 'assigned_user_ids'],
    adminOnly: ['user_name'],
  }),
  'driver-file': define({
    title: 'Driver files',
    access: driverFile.listDriverFile.access,
    query: driverFile.listDriverFile.query,
    row: driverFile.driverFileRow,
    fields: driverFile.exportFields,
  }),
  receipts: define({
    title: 'Receipts',
    access: receipts.listReceipts.access,
    query: receipts.listReceipts.query,
    row: receipts.receipt,
    fields: { ...document, ...asked },
  }),
  'receipts-people': define({
    title: 'Receipts by person',
    access: receipts.listReceiptTotals.access,
    row: receipts.receiptTotals,
  }),
  'receipts-files': define({
    title: 'Receipts by file',
    access: receipts.listDocumentTotals.access,
    query: receipts.listDocumentTotals.query,
    row: receipts.documentTotals,
    fields: { ...document, ...asked },
  }),
  products: define({
    title: 'Store items',
    access: 'admin',
    query: store.listProducts.query,
    row: store.product,
    fields: store.productFields,
    omit: ['image_key'],
  }),
  orders: define({
    title: 'Orders',
    access: orders.listOrders.access,
    query: orders.listOrders.query,
    row: orders.order,
    fields: { price: money, total: money, created_at: { label: 'Ordered' } },
  }),
  posts: define({
    title: 'Spotlight posts',
    access: 'admin',
    query: spotlight.listPosts.query,
    row: spotlight.post,
    fields: spotlight.postFields,
    omit: ['image_url'],
  }),
  testimonials: define({
    title: 'Testimonials',
    access: testimonials.listTestimonials.access,
    query: testimonials.listTestimonials.query,
    row: testimonials.testimonial,
    fields: testimonials.testimonialFields,
  }),
  notifications: define({
    title: 'Notifications',
    access: notifications.listNotifications.access,
    query: notifications.listNotifications.query,
    row: notifications.notification,
    fields: { date: { label: 'Sent' }, is_read: { label: 'Read' } },
    omit: ['link'],
  }),
  announcements: define({
    title: 'Announcements',
    access: announcements.listAnnouncements.access,
    query: announcements.listAnnouncements.query,
    row: announcements.announcement,
    fields: { read_count: { label: 'Read by' }, confirmed_count: { label: 'Confirmed by' } },
  }),
  'unsent-mail': define({
    title: 'Unsent mail',
    access: unsentMail.listUnsentMail.access,
    query: unsentMail.listUnsentMail.query,
    row: unsentMail.unsentMail,
  }),
  audit: define({
    title: 'Audit log',
    access: audit.listAudit.access,
    query: audit.listAudit.query,
    row: audit.auditEntry,
    fields: { at: { label: 'Time' }, ip: { label: 'IP address' } },
  }),
  directory: define({
    title: 'Directory',
    access: 'signed-in',
    row: z.object({
      department: z.string(),
      name: z.string(),
      title: z.string(),
      email: z.string(),
      phone: z.string(),
    }),
  }),
  holidays: define({
    title: 'Holidays',
    access: 'signed-in',
    row: z.object({ date: z.string(), name: z.string() }),
    fields: { date: { kind: 'date' }, name: { label: 'Holiday' } },
  }),
} satisfies Record<ExportName, ExportList>;
