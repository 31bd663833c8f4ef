/** Sentences of users, employees, hours and passwords (SPEC.md section 8). */
export const users = {
  fetchFailed: 'Failed to fetch users.',
  deleteFailed: 'Failed to delete user.',
  submitFailed: 'Failed to submit form.',
  deleted: 'User deleted successfully.',
  userUpdated: 'User updated successfully.',
  added: 'User and Employee added successfully.',
  updated: 'User and Employee updated successfully.',
  userAdded: 'User added successfully.',
  confirmDelete: 'Are you sure you want to delete this user?',
  lastAdmin: 'This is the last admin. Make somebody else an admin first.',
  oneself: 'You cannot close your own account. Ask another admin.',
  employeeAdded: 'Employee added successfully.',
  employeeUpdated: 'Employee updated successfully.',
  alreadyLinked: 'This user already has an employee record.',
  unknownUser: 'There is no such user.',
} as const;

export const hoursWords = {
  invalidToken: 'Invalid token.',
  fetchUserFailed: (reason: string) => `Failed to fetch user data: ${reason}. Please try again.`,
  fetchEmployeesFailed: 'Failed to fetch employees. Please try again.',
  fetchOwnFailed: (reason: string) => `Failed to fetch your hours: ${reason}. Please try again.`,
  unknownRole: 'Unknown role.',
  submitted: 'Changes submitted successfully!',
  submitFailed: 'Failed to submit changes. Please try again.',
  confirmSubmit: 'Are you sure you want to submit the changes?',
} as const;

export const passwords = {
  changed: 'Password changed. Your other devices are signed out.',
  oldWrong: 'The old password is not right.',
  linkMade: 'The link is ready. It works once, for 24 hours.',
  linkDead: 'This link has been used or has run out. Ask the office for a new one.',
  reset: 'Your password is set. Please log in.',
} as const;
