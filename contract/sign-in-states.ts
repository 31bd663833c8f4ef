/** Whether a user has signed in, and if not, whether a link that sets the first password still works. */
export const signInStates = ['signed_in', 'no_link', 'link_sent', 'link_expired'] as const;

/** What the office sees of that; the server sets it. */
export const signInFields = {
  sign_in: {
    kind: 'choice',
    label: 'Sign-in',
    options: [
      { value: 'no_link', label: 'Never signed in' },
      { value: 'link_sent', label: 'Link sent, not used yet' },
      { value: 'link_expired', label: 'Link expired' },
      { value: 'signed_in', label: 'Has signed in' },
    ],
  },
  link_sent_at: { kind: 'instant', label: 'Link sent' },
} as const;
