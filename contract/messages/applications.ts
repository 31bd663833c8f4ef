/** Sentences of the application form and the reviewers' screen (A1 to A4, C5, C8). */
export const applications = {
  requiredMissing: 'Please fill in all required fields.',
  submitted: 'Application submitted successfully!',
  submitFailed: 'There was an error submitting your application.',
  loading: 'Loading applications...',
  none: 'No applications found.',
  fetchFailed: 'Failed to fetch applications. Please try again.',
  deleted: 'Application deleted successfully.',
  deleteFailed: 'Failed to delete application. Please try again.',
  confirmDelete: 'Are you sure you want to delete this application?',
  loadingResume: 'Loading resume…',
  endBeforeStart: "The end date can't be before the start date.",
  resumeUnreadable: "Couldn't read the file. Choose it again, or send without it.",
  resumePdf: 'The resume must be a PDF file.',
  resumeTooLarge: 'The resume is larger than 10 MB. Send a smaller PDF.',
  selfIdentification: 'Self-identification (not for hiring decisions)',
} as const;
