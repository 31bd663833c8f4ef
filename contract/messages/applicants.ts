/** Messages of the page on which an applicant follows an application, of started applications and their mails. */
export const applicants = {
  linkDead:
    'This link has expired, was replaced, or is incomplete. Call the office and we find your application.',
  draftDead:
    'This link has expired or is incomplete. Your answers may still be on the device where you typed them.',
  ended: "This application is closed, so it can't be changed anymore.",
  /** While the office may still undo a refusal. */
  inWork: "We're working on your application right now. Try again in 10 minutes, or call us.",
  corrected: "Saved. We'll use your new details.",
  documentSent: 'File uploaded successfully.',
  tooManyDocuments: 'You have added 20 documents already. Call the office to send more.',
  documentsFull: "We can't take more documents today. Try again tomorrow, or bring them along.",
  withdrawn: 'Your application is withdrawn. Thank you for telling us.',
  historySaved: 'Your driving record is saved.',
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
  /** In the timeline of the application, in the applicant's name. */
  noted: {
    document: () => 'Added a document.',
    history: () => 'Sent the driving record.',
    correct: (fields: readonly string[]) =>
      `Changed ${fields.map((field) => field.replaceAll('_', ' ')).join(', ')}.`,
  },
  noticeDocument: (name: string) => `${name} added a document to their application.`,
  noticeCorrected: (name: string) => `${name} changed their contact details.`,
  noticeWithdrawn: (name: string) => `${name} withdrew their application.`,
  noticeHistory: (name: string) => `${name} sent their driving record.`,
} as const;
