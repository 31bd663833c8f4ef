/** Sentences of testimonials: the approval, the link and the client's page. */
export const testimonials = {
  title: 'Testimonial Approval',
  linkBroken: 'This link is not whole. Copy all of it.',
  linkDead:
    'This link has been used, was taken back or has run out. If you still want to tell us something, call the office.',
  notWon: 'Only the sender of a won inquiry can be asked for a testimonial.',
  invited: 'The link was mailed.',
  written: 'Thank you. We read it before it is on our site.',
  writeFailed: 'That did not arrive. Please send it again.',
  updated: 'Testimonial updated.',
  approved: 'Approved. It is on the home page now.',
  declined: 'Declined.',
  takenBack: 'Taken off the home page.',
  deleted: 'Testimonial deleted.',
  linkTakenBack: 'The link works no more.',
  notWritten: 'Nothing was written yet: this link was not used.',
  fetchFailed: 'Failed to fetch testimonials.',
  saveFailed: 'The testimonial was not changed. Please try again.',
  inviteFailed: 'The link was not made. Please try again.',
  none: 'No testimonials yet.',
  noneWaiting: 'Nothing waits for approval.',
  confirmDiscard: 'Discard what you changed in this testimonial?',
  confirmDelete: 'Delete this testimonial for good?',
  confirmTakeLinkBack: 'Take this link back? The client can no longer write with it.',
  notice: (client: string, company: string) =>
    `${client} of ${company} has written a testimonial. It waits under Testimonial Approval.`,
} as const;
