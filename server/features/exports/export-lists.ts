/** The lists that can be exported: who may export them, their filter, the record whose fields are the columns, and the service that reads them. */
import * as z from 'zod/mini';
import * as announcements from '#contract/announcements.ts';
import * as applications from '#contract/applications.ts';
import * as audit from '#contract/audit.ts';
import { auditActions } from '#contract/audit-actions.ts';
import * as claims from '#contract/claims.ts';
import { directory } from '#contract/company/directory.ts';
import { timeOffKinds } from '#contract/company/time-off-kinds.ts';
import * as damages from '#contract/damages.ts';
import * as driverFile from '#contract/driver-file.ts';
import { driverFileKinds } from '#contract/driver-file-kinds.ts';
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
import { inquiryVehicle, inquiryVehiclesQuery } from '#contract/inquiry-vehicles.ts';
import * as jobs from '#contract/jobs.ts';
import { stageNames } from '#contract/messages/application-stages.ts';
import { claims as claimMessages } from '#contract/messages/claims.ts';
import { driverFile as driverFileMessages } from '#contract/messages/driver-file.ts';
import * as notifications from '#contract/notifications.ts';
import * as orders from '#contract/orders.ts';
import { today } from '#contract/rules/dates.ts';
import { holidaysOf } from '#contract/rules/holidays.ts';
import * as settlementQuestions from '#contract/settlement-questions.ts';
import { signInFields } from '#contract/sign-in-states.ts';
import * as spotlight from '#contract/spotlight.ts';
import * as store from '#contract/store.ts';
import * as testimonials from '#contract/testimonials.ts';
import * as timeOff from '#contract/time-off.ts';
import * as unsentMail from '#contract/unsent-mail.ts';
import * as users from '#contract/users.ts';
import { listAnnouncements } from '../announcements/announcements.service.ts';
import { listApplications } from '../applications/applications.service.ts';
import { listAudit } from '../audit/audit.service.ts';
import { listClaims } from '../claims/claims.service.ts';
import { listDamages } from '../damages/damages.service.ts';
import { listDriverFiles } from '../driver-file/driver-file.service.ts';
import { listEmployees } from '../employees/employees.service.ts';
import { listLedger } from '../hours/hours.service.ts';
import { listInquiries, listInquiryVehicles } from '../inquiries/inquiries.service.ts';
import { listJobs } from '../jobs/jobs.service.ts';
import { listNotifications } from '../notifications/notifications.service.ts';
import { listQuestions } from '../settlement-questions/settlement-questions.service.ts';
import { listPosts } from '../spotlight/spotlight.service.ts';
import { listOrders } from '../store/orders.service.ts';
import { listProducts } from '../store/products.service.ts';
import { listTestimonials } from '../testimonials/testimonials.service.ts';
import { listTimeOff } from '../time-off/time-off.service.ts';
import { listUnsentMail } from '../unsent-mail/unsent-mail.service.ts';
import { listUsers } from '../users/users.service.ts';
import { fileLists } from './export-file-lists.ts';
import {
  type ExportList,
  filteredBy,
  labelled,
  listOf,
  namesIn,
  whole,
  withColumns,
} from './export-list.ts';

const money = { kind: 'money' } as const;

export const exportLists: Readonly<Record<ExportName, ExportList>> = {
  inquiries: listOf(inquiries.listInquiries, {
    title: 'Inquiries',
    filter: filteredBy(inquiriesFilter),
    fields: {
      ...inquiries.contactFields,
      ...inquiries.shipmentFields,
      ...inquiries.planFields,
      created_at: { label: 'Received' },
      due_at: { label: 'Reply due' },
      note: { label: 'Latest note' },
    },
    omit: ['unread'],
    open: listInquiries,
  }),
  'inquiry-vehicles': {
    title: 'Vehicles of inquiries',
    access: 'admin',
    query: inquiryVehiclesQuery,
    row: inquiryVehicle,
    fields: {
      company_name: inquiries.contactFields.company_name,
      vin: { label: 'VIN' },
      is_valid: { label: 'Check digit OK' },
    },
    open: listInquiryVehicles,
  },
  jobs: listOf(jobs.listJobs, {
    title: 'Jobs',
    access: 'admin',
    fields: jobs.jobFields,
    open: (ctx) => listJobs(ctx, 'all'),
  }),
  applications: listOf(applications.listApplications, {
    title: 'Applications',
    filter: filteredBy(applicationsFilter),
    fields: {
      ...applications.personFields,
      ...applications.drivingFields,
      ...applications.eligibilityFields,
      created_at: { label: 'Received' },
      stage: labelled(stageNames),
      staged_at: { label: 'In this stage since' },
    },
    omit: ['resume_path', 'hired_user_id', ...Object.keys(applications.selfIdentificationFields)],
    open: listApplications,
  }),
  users: listOf(users.listUsers, {
    title: 'Users',
    filter: filteredBy(usersFilter),
    access: 'admin',
    row: users.user,
    fields: { ...users.userFields, ...signInFields },
    omit: ['employee_version'],
    open: listUsers,
  }),
  employees: listOf(users.listEmployees, {
    title: 'Employees',
    filter: filteredBy(employeesFilter),
    fields: users.employeeFields,
    open: listEmployees,
  }),
  'hours-ledger': listOf(hours.listLedger, {
    title: 'Hours ledger',
    fields: {
      kind: labelled({ pto: 'PTO hours', work: 'Work hours' }),
      before: { kind: 'hours' },
      after: { kind: 'hours' },
      by: { label: 'Changed by' },
      at: { label: 'Time' },
    },
    open: listLedger,
  }),
  'time-off': listOf(timeOff.listTimeOff, {
    title: 'Time off',
    fields: { ...timeOff.timeOffFields, kind: { options: timeOffKinds } },
    open: listTimeOff,
  }),
  damages: listOf(damages.listDamages, {
    title: 'Damages',
    filter: filteredBy(damages.damagesFilter),
    fields: damages.damageFields,
    open: listDamages,
  }),
  claims: listOf(claims.listClaims, {
    title: 'Damage claims',
    filter: filteredBy(claimsFilter),
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
    open: listClaims,
  }),
  'settlement-questions': listOf(settlementQuestions.listSettlementQuestions, {
    title: 'Settlement questions',
    row: z.object({ ...settlementQuestions.settlementQuestion.shape, conversation: z.string() }),
    fields: {
      file_name: { label: 'File' },
      created_at: { label: 'Asked' },
      asked_at: { label: 'Driver wrote last' },
      conversation: { kind: 'text' },
    },
    omit: ['file_path', 'unread'],
    open: (ctx, user, query) =>
      withColumns(listQuestions(ctx, user, query), async ({ messages }) => ({
        conversation: messages.map(({ name, text }) => `${name}: ${text}`).join('\n'),
      })),
  }),
  'driver-file': listOf(driverFile.listDriverFile, {
    title: 'Driver files',
    filter: filteredBy(driverFileFilter),
    row: driverFile.driverFileRow,
    fields: {
      ...driverFile.exportFields,
      kind: {
        label: 'Document',
        options: driverFileKinds.map(({ kind, label }) => ({ value: kind, label })),
      },
      status: labelled(driverFileMessages.statuses),
    },
    open: listDriverFiles,
  }),
  ...fileLists,
  products: listOf(store.listProducts, {
    title: 'Store items',
    filter: filteredBy(productsFilter),
    access: 'admin',
    fields: store.productFields,
    omit: ['image_key'],
    open: listProducts,
  }),
  orders: listOf(orders.listOrders, {
    title: 'Orders',
    filter: filteredBy(ordersFilter),
    fields: { price: money, total: money, created_at: { label: 'Ordered' } },
    open: listOrders,
  }),
  posts: listOf(spotlight.listPosts, {
    title: 'Spotlight posts',
    access: 'admin',
    fields: spotlight.postFields,
    omit: ['image_url'],
    open: listPosts,
  }),
  testimonials: listOf(testimonials.listTestimonials, {
    title: 'Testimonials',
    fields: testimonials.testimonialFields,
    open: listTestimonials,
  }),
  notifications: listOf(notifications.listNotifications, {
    title: 'Notifications',
    row: notifications.notification,
    fields: { date: { label: 'Sent' }, is_read: { label: 'Read' } },
    omit: ['link'],
    open: listNotifications,
  }),
  announcements: listOf(announcements.listAnnouncements, {
    title: 'Announcements',
    fields: {
      user_ids: { label: 'People', nameField: 'people' },
      read_count: { label: 'Read by' },
      confirmed_count: { label: 'Confirmed by' },
    },
    open: (ctx) => {
      const names = namesIn(ctx);
      return withColumns(listAnnouncements(ctx), async ({ user_ids }) => ({
        people: await names(user_ids),
      }));
    },
  }),
  'unsent-mail': listOf(unsentMail.listUnsentMail, {
    title: 'Unsent mail',
    open: listUnsentMail,
  }),
  audit: listOf(audit.listAudit, {
    title: 'Audit log',
    fields: {
      at: { label: 'Time' },
      ip: { label: 'IP address' },
      action: labelled(auditActions),
    },
    open: (ctx, _, query) => listAudit(ctx, query),
  }),
  directory: {
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
    open: () =>
      whole(() =>
        directory.sections.flatMap(({ title: department, members }) =>
          members.map((member) => ({ department, ...member })),
        ),
      ),
  },
  holidays: {
    title: 'Holidays',
    access: 'signed-in',
    row: z.object({ date: z.string(), name: z.string() }),
    fields: { date: { kind: 'date' }, name: { label: 'Holiday' } },
    open: ({ now }) =>
      whole(() => {
        const year = Number(today(now()).slice(0, 4));
        return [...new Set([2025, year, year + 1])].sort().flatMap(holidaysOf);
      }),
  },
};
