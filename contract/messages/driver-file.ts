import { translated } from '../text/languages.ts';
import * as spanish from './driver-file.es.ts';

const usDay = (date: string) => date.replace(/^(\d+)-(\d+)-(\d+)$/, '$2/$3/$1');

const whenOf = (date: string, days: number) => {
  if (days < 0) return `expired on ${usDay(date)}`;
  if (days === 0) return 'expires today';
  return `expires on ${usDay(date)}, in ${days} ${days === 1 ? 'day' : 'days'}`;
};

/** Messages of the driver file. */
export const driverFile = translated(spanish.driverFile, {
  title: 'Driver File',
  statuses: {
    ...{ missing: 'Missing', ok: 'OK', due: 'Due', expired: 'Expired' },
    unchecked: 'To check',
  },
  allDrivers: 'All drivers',
  fileMissing: 'Please select a file.',
  expiresFirst: 'Choose an expiry date on or after the issue date.',
  added: 'Document added.',
  fromOffice: 'The office adds this document.',
  sentToCheck: 'Document sent. The office checks it.',
  saved: 'Driver file saved.',
  checked: 'Document checked.',
  refused: 'Document refused.',
  deleted: 'Document deleted.',
  deleteFailed: "Couldn't delete the document. Try again.",
  confirmDelete: 'Delete this document?',
  /** `state` is that of the document. */
  deleteEffect: (state: string) =>
    state === 'current'
      ? 'Its file is deleted for good. If one was checked before it, that one counts again.'
      : 'Its file is deleted for good.',
  nothingWaits: 'No document waits for a check. Someone else may have checked it.',
  nothingThere: 'There is no document yet. Upload one first.',
  notFound: "Driver file not found, or you don't have access.",
  fetchFailed: 'Failed to fetch driver files.',
  historyFailed: "Couldn't load the documents.",
  saveFailed: "Couldn't save. Try again.",
  uploadFailed: "Couldn't upload the document. Try again.",
  none: 'No employees yet. Add one under Users, and their file appears here.',
  notLinked: 'Your account has no employee record yet. Ask the office to add one.',
  noMatch: 'No driver files match this filter.',
  searchOthers: 'Search to find people who need no driver file.',
  notNeeded: "Your position doesn't need these documents. Upload one if the office asks for it.",
  /** To the admins; `name` is the driver's, `kind` a label. */
  uploaded: (name: string, kind: string) => `${name} sent a document to check: ${kind}.`,
  /** To the driver. */
  approved: (kind: string) => `The office checked your document: ${kind}.`,
  removed: (kind: string) => `The office deleted a document of your driver file: ${kind}.`,
  rejected: (kind: string, reason: string) =>
    `The office can't accept your document (${kind}). Reason: ${reason} Please upload a new one.`,
  /** `date` is YYYY-MM-DD, `days` the days until then. */
  remindDriver: (kind: string, date: string, days: number, isWaiting: boolean) =>
    `${kind}: yours ${whenOf(date, days)}. ${isWaiting ? 'The office still has to check the new one.' : 'Upload the new one in your driver file.'}`,
  remindOffice: (name: string, kind: string, date: string, days: number) =>
    `${name}: ${kind} ${whenOf(date, days)}.`,
  remindOfficeOf: (count: number) => `${count} driver documents expire soon or have expired.`,
});
