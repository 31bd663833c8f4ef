import * as announcements from '../announcements.ts';
import * as applicationDrafts from '../application-drafts.ts';
import * as applicationStages from '../application-stages.ts';
import * as applicationStatus from '../application-status.ts';
import * as applications from '../applications.ts';
import * as audit from '../audit.ts';
import * as automaticReply from '../automatic-reply.ts';
import * as cannedReplies from '../canned-replies.ts';
import * as chat from '../chat.ts';
import * as claims from '../claims.ts';
import * as damages from '../damages.ts';
import * as documents from '../documents.ts';
import * as driverFile from '../driver-file.ts';
import * as duty from '../duty.ts';
import * as employeeFiles from '../employee-files.ts';
import * as exports from '../exports.ts';
import * as files from '../files.ts';
import * as hours from '../hours.ts';
import * as imports from '../import.ts';
import * as inquiries from '../inquiries.ts';
import * as inquiryStatus from '../inquiry-status.ts';
import * as jobClosing from '../job-closing.ts';
import * as jobs from '../jobs.ts';
import * as notificationSettings from '../notification-settings.ts';
import * as notifications from '../notifications.ts';
import * as orders from '../orders.ts';
import * as passkeys from '../passkeys.ts';
import * as passwords from '../passwords.ts';
import * as personalData from '../personal-data.ts';
import * as portal from '../portal.ts';
import * as privacy from '../privacy.ts';
import * as push from '../push.ts';
import * as quotes from '../quotes.ts';
import * as receipts from '../receipts.ts';
import * as search from '../search.ts';
import * as secondFactors from '../second-factors.ts';
import * as session from '../session.ts';
import * as settlementDrops from '../settlement-drops.ts';
import * as settlementFormats from '../settlement-formats.ts';
import * as settlementPay from '../settlement-pay.ts';
import * as settlementQuestions from '../settlement-questions.ts';
import * as spotlight from '../spotlight.ts';
import * as status from '../status.ts';
import * as store from '../store.ts';
import * as testimonials from '../testimonials.ts';
import * as timeOff from '../time-off.ts';
import * as totp from '../totp.ts';
import * as unsentMail from '../unsent-mail.ts';
import * as users from '../users.ts';
import type { Endpoint } from './endpoint.ts';

/** The files of the features. Those of one kind of document are an object of its own. */
const features: readonly object[] = [
  announcements,
  applicationStages,
  applicationDrafts,
  applicationStatus,
  applications,
  audit,
  automaticReply,
  cannedReplies,
  chat,
  claims,
  damages,
  documents,
  driverFile,
  duty,
  employeeFiles,
  exports,
  files,
  hours,
  imports,
  inquiries,
  inquiryStatus,
  jobs,
  jobClosing,
  notificationSettings,
  notifications,
  orders,
  passkeys,
  passwords,
  personalData,
  portal,
  privacy,
  push,
  quotes,
  receipts,
  search,
  secondFactors,
  session,
  settlementDrops,
  settlementFormats,
  settlementPay,
  settlementQuestions,
  spotlight,
  status,
  store,
  testimonials,
  timeOff,
  totp,
  unsentMail,
  users,
  ...Object.values(documents.documentCalls),
];

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value;

/** Every endpoint. The server does not start without a handler for each, and the role matrix needs a row for each. */
export const endpoints: readonly Endpoint[] = features.flatMap((feature) =>
  Object.values(feature).filter(isEndpoint),
);
