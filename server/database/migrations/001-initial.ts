import { announcementsSchema } from '../tables/announcements.ts';
import { applicationsSchema } from '../tables/applications.ts';
import { auditSchema } from '../tables/audit.ts';
import { chatSchema } from '../tables/chat.ts';
import { claimsSchema } from '../tables/claims.ts';
import { damagesSchema } from '../tables/damages.ts';
import { documentCountsSchema } from '../tables/document-counts.ts';
import { documentsSchema } from '../tables/documents.ts';
import { driverFileSchema } from '../tables/driver-file.ts';
import { dutySchema } from '../tables/duty.ts';
import { employeeFilesSchema } from '../tables/employee-files.ts';
import { hoursSchema } from '../tables/hours.ts';
import { inquiriesSchema } from '../tables/inquiries.ts';
import { jobsSchema } from '../tables/jobs.ts';
import { mailSchema } from '../tables/mail.ts';
import { notificationsSchema } from '../tables/notifications.ts';
import { objectsSchema } from '../tables/objects.ts';
import { platformSchema } from '../tables/platform.ts';
import { pushSchema } from '../tables/push.ts';
import { secondFactorsSchema } from '../tables/second-factors.ts';
import { settlementDropsSchema } from '../tables/settlement-drops.ts';
import { settlementQuestionsSchema } from '../tables/settlement-questions.ts';
import { spotlightSchema } from '../tables/spotlight.ts';
import { storeSchema } from '../tables/store.ts';
import { testimonialsSchema } from '../tables/testimonials.ts';
import { timeOffSchema } from '../tables/time-off.ts';
import { usersSchema } from '../tables/users.ts';
import type { Step } from './steps.ts';

/** Each after those that it references. */
const areas = [
  usersSchema,
  secondFactorsSchema,
  objectsSchema,
  mailSchema,
  auditSchema,
  jobsSchema,
  inquiriesSchema,
  applicationsSchema,
  hoursSchema,
  timeOffSchema,
  damagesSchema,
  claimsSchema,
  notificationsSchema,
  announcementsSchema,
  documentsSchema,
  documentCountsSchema,
  employeeFilesSchema,
  driverFileSchema,
  settlementDropsSchema,
  settlementQuestionsSchema,
  chatSchema,
  dutySchema,
  pushSchema,
  storeSchema,
  spotlightSchema,
  testimonialsSchema,
  platformSchema,
];

/** The schema of 1.0.0. Each area's is beside its table types; what came later is in the steps after this one. */
export const initial: Step = {
  name: '001-initial',
  up: (dialect) => areas.flatMap(({ up }) => up(dialect)),
  upSqlite: areas.flatMap(({ upSqlite = [] }) => upSqlite),
  upPostgres: areas.flatMap(({ upPostgres = [] }) => upPostgres),
};
