/** Messages for a public form whose script hasn't loaded yet. In its own file, because each page has a byte budget. */
export const formScript = {
  required: 'This field is required.',
  failed: "Couldn't load the form. Your input is saved; check your connection and try again.",
  loading: 'Loading the form…',
} as const;
