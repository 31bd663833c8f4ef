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
  confirmErase: 'Are you sure you want to erase everything about this applicant?',
  erase: 'Erase applicant',
  /** `others` names the further applications that are erased too. */
  eraseWith: (others: readonly string[]) =>
    others.length === 0
      ? "This application, its resume and the emails to this person are deleted for good. There's no undo."
      : `All ${others.length + 1} applications of this person, their resumes and the emails to them are deleted for good. There's no undo. Also erased: ${others.join('; ')}.`,
  erased: (count: number) =>
    count === 1
      ? 'Erased 1 application of this applicant.'
      : `Erased ${count} applications of this applicant.`,
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
