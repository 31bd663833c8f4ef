/** Sentences of the public forms, application and inquiry, beyond SPEC.md's own. */
export const publicForms = {
  cancelled: 'Sending was stopped. Your answers are still here; send them when you are ready.',
  alreadyHere:
    'An earlier version of this form already reached us. Send it again only if the changes matter, or call us.',
  kept: (when: string) => `We kept what you typed on ${when}.`,
  continued: 'Your answers are back in the form.',
  startedOver: 'The form is empty again.',
  fileNotKept: 'Choose the resume file again: files are not kept.',
  needsScript: 'This form is sent by a script, which your browser does not run. Please call us at',
  jobGone: 'This job is no longer listed. You can still apply; we keep it for the next opening.',
} as const;
