/** The lists that can be exported: who may export them, their filter, and the record whose fields are the columns. */
import * as z from 'zod/mini';
import * as announcements from '#contract/announcements.ts';
import * as applications from '#contract/applications.ts';
import * as audit from '#contract/audit.ts';
import { auditActions } from '#contract/audit-actions.ts';
import * as claims from '#contract/claims.ts';
import { timeOffKinds } from '#contract/company/time-off-kinds.ts';
import * as damages from '#contract/damages.ts';
import * as driverFile from '#contract/driver-file.ts';
import type { ExportName } from '#contract/exports.ts';
import { applicationsFilter } from '#contract/filters/applications.ts';
import { claimsFilter } from '#contract/filters/claims.ts';
import { directoryFilter } from '#contract/filters/directory.ts';
import { driverFileFilter } from '#contract/filters/driver-file.ts';
import { inquiriesFilter } from '#contract/filters/inquiries.ts';
import { ordersFilter, productsFilter } from '#contract/filters/store.ts';
import { employeesFilter, usersFilter } from '#contract/filters/users.ts';
import * as hours from '#contract/hours.ts';
import * as inquiries from '#contract/inquiries.ts';
import * as jobs from '#contract/jobs.ts';
import { claims as claimMessages } from '#contract/messages/claims.ts';
import { driverFile as driverFileMessages } from '#contract/messages/driver-file.ts';
import * as notifications from '#contract/notifications.ts';
import * as orders from '#contract/orders.ts';
import * as settlementQuestions from '#contract/settlement-questions.ts';
import { signInFields } from '#contract/sign-in-states.ts';
import * as spotlight from '#contract/spotlight.ts';
import * as store from '#contract/store.ts';
import * as testimonials from '#contract/testimonials.ts';
import * as timeOff from '#contract/time-off.ts';
import * as unsentMail from '#contract/unsent-mail.ts';
import * as users from '#contract/users.ts';
import { fileLists } from './export-file-lists.ts';
import { define, type ExportList, filteredBy, labelled } from './export-list.ts';

const money = { kind: 'money' } as const;

export const exportLists = {
  inquiries: define({
    title: 'Inquiries',
    filter: filteredBy(inquiriesFilter),
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
    filter: filteredBy(applicationsFilter),
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
    filter: filteredBy(usersFilter),
    access: 'admin',
    query: users.listUsers.query,
    row: users.user,
    fields: { ...users.userFields, ...signInFields },
    omit: ['employee_version'],
  }),
  employees: define({
    title: 'Employees',
    filter: filteredBy(employeesFilter),
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
      kind: labelled({ pto: 'PTO hours', work: 'Work hours' }),
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
    fields: { ...timeOff.timeOffFields, kind: { options: timeOffKinds } },
  }),
  damages: define({
    title: 'Damages',
    filter: filteredBy(damages.damagesFilter),
    access: damages.listDamages.access,
    query: damages.listDamages.query,
    row: damages.damage,
    fields: damages.damageFields,
  }),
  claims: define({
    title: 'Damage claims',
    filter: filteredBy(claimsFilter),
    access: claims.listClaims.access,
    query: claims.listClaims.query,
    row: claims.listedClaim,
    fields: {
      ...damages.damageFields,
      ...claims.claimFields,
      acknowledge_by: { kind: 'date' },
      decide_by: { kind: 'date' },
      employee_id: { label: 'Employee ID' },
      overdue: labelled({ acknowledge: 'To acknowledge', decide: 'To decide' }),
      stage: labelled(claimMessages.stages),
      created_at: { label: 'Reported' },
    },
  }),
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
  'driver-file': define({
    title: 'Driver files',
    filter: filteredBy(driverFileFilter),
    access: driverFile.listDriverFile.access,
    query: driverFile.listDriverFile.query,
    row: driverFile.driverFileRow,
    fields: {
      ...driverFile.exportFields,
      kind: {
        label: 'Document',
        options: driverFile.driverFileKinds.map(({ kind, label }) => ({ value: kind, label })),
      },
      status: labelled(driverFileMessages.statuses),
    },
  }),
  ...fileLists,
  products: define({
    title: 'Store items',
    filter: filteredBy(productsFilter),
    access: 'admin',
    query: store.listProducts.query,
    row: store.product,
    fields: store.productFields,
    omit: ['image_key'],
  }),
  orders: define({
    title: 'Orders',
    filter: filteredBy(ordersFilter),
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
    fields: {
      user_ids: { label: 'People', nameField: 'people' },
      read_count: { label: 'Read by' },
      confirmed_count: { label: 'Confirmed by' },
    },
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
    fields: {
      at: { label: 'Time' },
      ip: { label: 'IP address' },
      action: labelled(auditActions),
    },
  }),
  directory: define({
    title: 'Directory',
    filter: filteredBy(directoryFilter),
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
