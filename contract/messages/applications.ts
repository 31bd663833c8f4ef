/** Sentences of the application form and the reviewers' screen (SPEC.md section 8). */
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
  resumePdf: 'The resume must be a PDF file.',
  resumeTooLarge: 'The resume is larger than 10 MB. Please send a smaller PDF.',
  selfIdentification: 'Self-identification (not for hiring decisions)',
} as const;
