/** Sentences of the public job list beyond SPEC.md's own. */
export const jobSearch = {
  noMatch: 'No job matches this search.',
} as const;
