/** Sentences of the public job pages beyond those they share with the admin's screen. */
export const jobSearch = {
  noMatch: 'No job matches this search.',
  /** As general.loading, without the rest of it: these pages count their bytes. */
  loading: 'Loading...',
} as const;
