/** Messages for a public form whose script hasn't loaded yet. */
export const hydration = {
  required: 'This field is required.',
  failed: "Couldn't load the form. Your input is saved; check your connection and try again.",
  loading: 'Loading the form…',
} as const;
