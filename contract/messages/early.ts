/** The few sentences that a page says before the rest of its script has arrived. */
export const early = {
  required: 'This field is required.',
  offline: 'No connection. Check your network and try again; what you typed is kept.',
  moment: 'One moment: the form is getting ready.',
} as const;
