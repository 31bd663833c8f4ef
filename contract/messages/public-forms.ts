import { applications } from './applications.ts';
import { inquiries } from './inquiries.ts';

/** Sentences of the public pages with forms: careers, application, inquiry. */
export const publicForms = {
  /** SPEC.md's sentence, then what the server says. */
  applicationFailed: (reason: string) => `${applications.submitFailed} ${reason}`,
  inquiryFailed: (reason: string) => `${inquiries.submitFailed} ${reason}`,
  cancelled: 'Sending was stopped. Your answers are still here; send them when you are ready.',
  alreadyHere:
    'An earlier version of this form already reached us. Send it again only if the changes matter, or call us.',
  kept: (when: string) => `We kept what you typed on ${when}.`,
  continued: 'Your answers are back in the form.',
  startedOver: 'The form is empty again.',
  fileNotKept: 'Choose the resume file again: files are not kept.',
  needsScript: 'This form is sent by a script, which your browser does not run. Please call us at',
  jobGone: 'This job is no longer listed. You can still apply; we keep it for the next opening.',
  noMatch: 'No job matches this search.',
} as const;
