/** Messages of pages that load no others. In their own file, because each page has a byte budget. */
export const formScript = {
  required: 'This field is required.',
  failed: "Couldn't load the form. Your input is saved; check your connection and try again.",
  applicationSubmitted: 'Application submitted successfully!',
} as const;
