/** Sentences of the public forms, application and inquiry, beyond C5, C8 and I4. */
export const publicForms = {
  cancelled:
    "Sending was stopped. Your answers are still here. If you send them again, they won't be stored twice.",
  alreadyHere:
    'An earlier version of this form already reached us. Send it again only if the changes matter, or call us.',
  kept: (when: string) => `We saved your draft on ${when}.`,
  maybeSent: (when: string) =>
    `You sent this on ${when}, but we couldn't confirm that it arrived. Continue and send it again: it won't be stored twice.`,
  continued: 'Your answers are back in the form.',
  startedOver: 'The form is empty again.',
  fileNotKept: "Files aren't saved. If you chose a resume, choose it again.",
  needsScript: 'This form requires JavaScript, which is off in your browser. Please call us at',
  jobGone: 'This job is no longer listed. You can still apply for the next opening.',
} as const;
