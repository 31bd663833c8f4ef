/** The lists that can be exported: who may export them, their filter, the record whose fields are the columns, and the service that reads them. */
import * as announcements from '#contract/announcements.ts';
import * as applications from '#contract/applications.ts';
import * as audit from '#contract/audit.ts';
import { auditActions } from '#contract/audit-actions.ts';
import type { ExportName } from '#contract/exports.ts';
import { applicationsFilter } from '#contract/filters/applications.ts';
import { inquiriesFilter } from '#contract/filters/inquiries.ts';
import { productsFilter } from '#contract/filters/store.ts';
import { employeesFilter, usersFilter } from '#contract/filters/users.ts';
import * as inquiries from '#contract/inquiries.ts';
import { inquiryVehicle, inquiryVehiclesQuery } from '#contract/inquiry-vehicles.ts';
import * as jobs from '#contract/jobs.ts';
import { stageNames } from '#contract/messages/application-stages.ts';
import { signInFields } from '#contract/sign-in-states.ts';
import * as spotlight from '#contract/spotlight.ts';
import * as store from '#contract/store.ts';
import * as testimonials from '#contract/testimonials.ts';
import * as unsentMail from '#contract/unsent-mail.ts';
import * as users from '#contract/users.ts';
import { listAnnouncements } from '../announcements/announcements.service.ts';
import { listApplications } from '../applications/applications.service.ts';
import { listAudit } from '../audit/audit.service.ts';
import { listEmployees } from '../employees/employees.service.ts';
import { listInquiries, listInquiryVehicles } from '../inquiries/inquiries.service.ts';
import { listJobs } from '../jobs/jobs.service.ts';
import { listPosts } from '../spotlight/spotlight.service.ts';
import { listProducts } from '../store/products.service.ts';
import { listTestimonials } from '../testimonials/testimonials.service.ts';
import { listUnsentMail } from '../unsent-mail/unsent-mail.service.ts';
import { listUsers } from '../users/users.service.ts';
import { fileLists } from './export-file-lists.ts';
import {
  type ExportList,
  filteredBy,
  labelled,
  listOf,
  namesIn,
  withColumns,
} from './export-list.ts';
import { sharedLists } from './export-shared-lists.ts';

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
      stage: labelled(() => stageNames),
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
  ...fileLists,
  products: listOf(store.listProducts, {
    title: 'Store items',
    filter: filteredBy(productsFilter),
    access: 'admin',
    fields: store.productFields,
    omit: ['image_key'],
    open: listProducts,
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
      action: labelled(() => auditActions),
    },
    open: (ctx, _, query) => listAudit(ctx, query),
  }),
  ...sharedLists,
};
