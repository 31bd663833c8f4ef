/** Sentences of the inquiry form and the office's inbox (SPEC.md section 8). */
export const inquiries = {
  submitted: 'Form submitted successfully',
  submitFailed: 'Error submitting form. Please try again.',
  updated: 'Inquiry updated.',
  fetchFailed: 'Failed to fetch inquiries.',
  updateFailed: 'Failed to update the inquiry.',
  none: 'No inquiries yet.',
  noMatch: 'No inquiry matches this search.',
} as const;
