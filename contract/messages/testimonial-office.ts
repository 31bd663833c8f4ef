/** Messages about testimonials that only the office reads. */
export const testimonialOffice = {
  title: 'Testimonial Approval',
  notWon: 'Only the sender of a won inquiry can be asked for a testimonial.',
  invited: 'Link emailed.',
  updated: 'Testimonial updated.',
  approved: "Approved. It's on the home page now.",
  declined: 'Declined.',
  withdrawn: 'Removed from the home page.',
  deleted: 'Testimonial deleted.',
  linkRevoked: 'Link revoked.',
  notWritten: "This link hasn't been used yet.",
  fetchFailed: 'Failed to fetch testimonials.',
  saveFailed: "Couldn't save the testimonial. Try again.",
  gone: 'Someone deleted this testimonial. The list is up to date now.',
  inviteFailed: "Couldn't create the link. Try again.",
  none: 'No testimonials yet.',
  noneWaiting: 'No testimonials to approve.',
  confirmDiscard: 'Discard your changes to this testimonial?',
  confirmDelete: 'Delete this testimonial for good?',
  confirmRevokeLink: "Revoke this link? The client won't be able to use it.",
  notice: (client: string, company: string) =>
    `${client} of ${company} wrote a testimonial. Review it under Testimonial Approval.`,
} as const;
