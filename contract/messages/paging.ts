/** Sentences about reading a list in pages. */
export const paging = {
  before: 'Pass here what the X-Next-Before header of the page before said.',
} as const;
