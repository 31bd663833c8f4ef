/** Sentences of login, logout and signup (SPEC.md section 8). */
export const session = {
  loginTimeout: 'Login request timed out. Please try again.',
  loginInvalid: 'Invalid credentials',
  loginFailed: 'An error occurred during login.',
  loginUnexpected: 'An unexpected error occurred.',
  loginExpired: 'Your session has expired. Please log in again.',
  loginRequired: 'Username and password are required.',
  created: 'Account created successfully! Please log in.',
  createFailed: 'Error creating account. Please try again.',
  usernameTaken: 'This username is already taken.',
  emailTaken: 'This e-mail address is already in use.',
  passwordCommon: 'This password is too easy to guess. Choose another one.',
  needLogin: 'You need to be logged in.',
} as const;
