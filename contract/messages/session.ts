/** Sentences of the login page (S1, S2): every visitor of /login loads them. */
export const session = {
  loginTimeout: 'Login request timed out. Please try again.',
  loginUnexpected: 'An unexpected error occurred.',
  loginOffline: "You're offline. Connect to the internet, then log in again.",
  loginExpired: 'Your session has expired. Please log in again.',
} as const;
