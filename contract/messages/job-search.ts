/** Messages of the public job pages only. */
export const jobSearch = {
  noMatch: 'No jobs match this search.',
  /** Same as general.loading; a copy, because these pages have a byte budget. */
  loading: 'Loading...',
} as const;
