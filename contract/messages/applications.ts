import { translated } from '../text/languages.ts';
import * as spanish from './applications.es.ts';

/** Messages of the application form and of the admins' list (A1 to A4, C5, C8). */
export const applications = translated(spanish.applications, {
  requiredMissing: 'Please fill in all required fields.',
  submitted: 'Application submitted successfully!',
  submitFailed: 'There was an error submitting your application.',
  loading: 'Loading applications...',
  none: 'No applications found.',
  fetchFailed: 'Failed to fetch applications. Please try again.',
  deleted: 'Application deleted successfully.',
  deleteFailed: 'Failed to delete application. Please try again.',
  confirmDelete: 'Are you sure you want to delete this application?',
  confirmErase: 'Are you sure you want to erase this applicant?',
  erase: 'Erase applicant',
  eraseEffect: (reference: string) =>
    `${reference} is deleted for good, with its files and the emails about it. There's no undo.`,
  /** Above the list of what may be erased too. */
  eraseOthers:
    'Erase these too? They have the same email, or the same phone number and name. People share both: choose only what is from this person.',
  byLink: 'Sent by the same link, so from the same person.',
  othersChanged: 'These applications have changed. Open "Erase applicant" again and choose anew.',
  erased: (count: number, started: number) => {
    const applications = count === 1 ? '1 application' : `${count} applications`;
    if (started === 0) return `Erased ${applications}.`;
    return `Erased ${applications} and ${started === 1 ? '1 started one' : `${started} started ones`}.`;
  },
  worksHere:
    'This person was hired and works here. Their application is part of the driver file: 49 CFR 391.51 keeps it while they work here and for three years after. Close their account first.',
  eraseFailed: "Couldn't erase this applicant. Try again.",
  filesNotSaved: "Files aren't saved. If you chose a resume, choose it again.",
  /** The labels of fields that drafts don't store. */
  sensitiveLabels: {
    driver_license_number: "Driver's license number",
    cdl_license_number: 'CDL number',
    gender: 'Gender',
    race: 'Race or ethnicity',
  },
  needsScript: 'This form requires JavaScript, which is off in your browser. Please call us at',
  jobGone: 'This job is no longer listed. You can still apply for the next opening.',
  loadingResume: 'Loading resume…',
  endBeforeStart: "The end date can't be before the start date.",
  resumeUnreadable: "Couldn't read the file. Choose it again, or send without it.",
  resumePdf: 'The resume must be a PDF file.',
  resumeTooLarge: 'The resume is larger than 10 MB. Send a smaller PDF.',
  selfIdentification: 'Self-identification (not for hiring decisions)',
});
