/** Messages about inquiries that only the office reads, apart from those that the public form loads. */
export const inquiryStatusNames = {
  new: 'New',
  contacted: 'Contacted',
  quoted: 'Quoted',
  won: 'Won',
  lost: 'Lost',
} as const;

type Status = keyof typeof inquiryStatusNames;

/** The text of each event in the timeline. */
export const inquiryEvents = {
  status: (before: Status, after: Status) =>
    `${inquiryStatusNames[before]} → ${inquiryStatusNames[after]}`,
  vehicles: 'Changed vehicles or stops',
  owner: (name: string) => (name ? `Owner: ${name}` : 'No owner'),
  nextStep: (step: string, day: string) =>
    `Next step: ${[step || 'none', day].filter(Boolean).join(', ')}`,
  pickup: (day: string) => (day ? `Planned pickup: ${day}` : 'No planned pickup'),
  stopped: 'The email with the quote was stopped before it left',
  expired: (number: string, name: string) =>
    `${number} expired without an answer: told ${name || 'all admins'}`,
  confirmed: (address: string) =>
    address ? `Confirmation mailed to ${address}` : 'No confirmation mailed',
  testimonial: (address: string) => `Testimonial link mailed to ${address}`,
  overdue: (name: string) => `Overdue: reminded ${name || 'all admins'}`,
} as const;

export const inquiryOffice = {
  read: 'Marked as read.',
  ownerNotAdmin: 'Choose an admin with an open account.',
  quoteAccepted:
    'The customer accepted a quote. Set this inquiry to won, or to lost if they canceled.',
  given: (label: string) => `${label} is yours now.`,
  withoutOwner: (count: number, name: string) =>
    count === 1
      ? `An inquiry of ${name} has no owner now.`
      : `${count} inquiries of ${name} have no owner now.`,
  replyOverdue: (label: string) => `${label} waits for its first reply.`,
  stepOverdue: (label: string, step: string) =>
    `The next step of ${label} is overdue${step ? `: ${step}` : ''}.`,
  figuresFailed: "Couldn't load the figures.",
  firstInquiry: 'This is the first inquiry from this address.',
  noEvents: 'Nothing has happened yet. Notes and changes appear here.',
  eventsFailed: "Couldn't load the timeline.",
} as const;
