import { translated } from '../text/languages.ts';
import * as spanish from './applicants.es.ts';

/** Messages of the page on which an applicant follows an application, of started applications and their mails. */
export const applicants = translated(spanish.applicants, {
  linkDead:
    'This link has expired, was replaced, or is incomplete. Call the office and we find your application.',
  draftDead:
    'This link no longer works. Your answers may still be on the phone or computer where you typed them. You can also fill in this form.',
  draftSent: (day: string) =>
    `You sent this application on ${day}. Our email of that day has a link to follow it. This form starts a new one.`,
  draftOrDevice: 'This device has newer answers in this form. The link would replace them.',
  draftUnread: "Couldn't open your saved answers. Open the link in our email again.",
  ended: "This application is closed, so it can't be changed anymore.",
  corrected: "Saved. We'll use your new details.",
  documentSent: 'File uploaded successfully.',
  tooManyDocuments: 'You have added 20 documents already. Call the office to send more.',
  documentsFull: "We can't take more documents today. Try again tomorrow, or bring them along.",
  withdrawn: 'Your application is withdrawn. Thank you for telling us.',
  historySaved: 'Your driving record is saved.',
  /** `missing` are labels of `missing` and `unsigned`. */
  historyUnfinished: (isSigned: boolean, missing: readonly string[]) =>
    `Your driving record is saved, but not ${isSigned ? 'complete' : 'signed'}. Still missing: ${missing.join('; ')}.`,
  unsigned: {
    certified: 'Your mark that all of it is true and complete',
    name: 'Your full name, as your signature',
  },
  draftMailed: 'We sent you an email with a link. It works for 14 days.',
  started:
    'We have your details and will call you. We also emailed you a link to finish the application.',
  startFailed: "Couldn't send your details.",
  correctFailed: "Couldn't save your details.",
  withdrawFailed: "Couldn't withdraw your application.",
  documentFailed: "Couldn't send the document.",
  historyFailed: "Couldn't save your driving record.",
  draftFailed: "Couldn't email the link.",
  startedDeleted: 'Started application deleted.',
  startedDeleteFailed: "Couldn't delete the started application. Try again.",
  confirmDeleteStarted: 'Delete this started application?',
  startedFailed: 'Failed to fetch started applications.',
  fileFailed: "Couldn't load documents and driving record.",
  /** What an applicant may still send. */
  missing: {
    resume: 'Your resume',
    cdl_license_number: 'Your CDL number',
    cdl_expiration_date: 'The day your CDL expires',
    addresses: 'Your addresses of the last three years',
    employers: 'Your employers, with gaps explained',
    accidents: 'Accidents of the last three years, or that there were none',
    violations: 'Traffic violations of the last three years, or that there were none',
    statement: 'Your signed statement',
  },
  /** What an applicant did, for the office. */
  did: {
    document: 'added a document',
    history: 'sent the driving record',
    withdraw: 'withdrew the application',
    correct: (fields: readonly string[]) =>
      `changed ${fields.map((field) => field.replaceAll('_', ' ')).join(', ')}`,
  },
});
