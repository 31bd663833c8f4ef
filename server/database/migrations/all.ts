import { firstFloor } from './001-first-floor.ts';
import { people } from './002-people.ts';
import { documents } from './003-documents.ts';
import { chat } from './004-chat.ts';
import { shop } from './005-shop.ts';
import { notificationLinks } from './007-notification-links.ts';
import { badges } from './008-badges.ts';
import { jobTerms } from './010-job-terms.ts';
import { remindersAndPay } from './012-reminders-and-pay.ts';
import { office } from './013-office.ts';
import { idempotencyKeys } from './014-idempotency-keys.ts';
import { accountTrust } from './015-account-trust.ts';
import { auditChain } from './016-audit-chain.ts';
import { visitorMails } from './018-visitor-mails.ts';
import { secondFactors } from './019-second-factors.ts';
import { sessionDevices } from './020-session-devices.ts';
import { personalData } from './021-personal-data.ts';
import { encryptedMails } from './022-encrypted-mails.ts';
import { publicChanges } from './023-public-changes.ts';
import { limitCounts } from './024-limit-counts.ts';
import { badgesOfManyDocuments } from './025-badges-of-many-documents.ts';
import { driverFile } from './026-driver-file.ts';
import { claims } from './027-claims.ts';
import { timeOff } from './028-time-off.ts';
import { settlementQuestions } from './029-settlement-questions.ts';
import { announcements } from './030-announcements.ts';
import { notificationSettings } from './031-notification-settings.ts';
import { chatOffice } from './032-chat-office.ts';
import { announcementReminders } from './033-announcement-reminders.ts';
import { settlementsReadAgain } from './034-settlements-read-again.ts';
import { withdrawnNotices } from './035-withdrawn-notices.ts';
import { productsWithoutPicture } from './036-products-without-picture.ts';
import { oddVins } from './037-odd-vins.ts';
import { signInLinks } from './038-sign-in-links.ts';
import { flaggedApplications } from './039-flagged-applications.ts';
import { settlementReadings } from './040-settlement-readings.ts';
import type { Step } from './steps.ts';

/** Every step, in order. Never edit a released step. */
export const steps: readonly Step[] = [
  firstFloor,
  people,
  documents,
  chat,
  shop,
  notificationLinks,
  badges,
  jobTerms,
  remindersAndPay,
  office,
  idempotencyKeys,
  accountTrust,
  auditChain,
  visitorMails,
  secondFactors,
  sessionDevices,
  personalData,
  encryptedMails,
  publicChanges,
  limitCounts,
  badgesOfManyDocuments,
  driverFile,
  claims,
  timeOff,
  settlementQuestions,
  announcements,
  notificationSettings,
  chatOffice,
  announcementReminders,
  settlementsReadAgain,
  withdrawnNotices,
  productsWithoutPicture,
  oddVins,
  signInLinks,
  flaggedApplications,
  settlementReadings,
];
