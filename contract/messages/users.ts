/** Messages of users, employees, hours (H4, U5), passwords and the audit log. */
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
  halfAdded: (reason: string) =>
    `The user is added, the employee information is not: ${reason} What you typed is still here; save it again.`,
  halfUpdated: (reason: string) =>
    `The user is updated, the employee information is not: ${reason} What you typed is still here; save it again.`,
  none: 'No users yet.',
  noMatch: 'No users match this search.',
  confirmDiscard: 'Discard your changes to this user?',
  lastAdmin: 'This is the last admin. Make someone else an admin first.',
  oneself: 'You cannot close your own account. Ask another admin.',
  linkSent: (email: string) =>
    `A link to set the password is on its way to ${email}. It works once, for 24 hours.`,
  hoursWillRound: (saved: string) =>
    `Will be saved as ${saved}. Enter decimals in the PTO Tracker.`,
  ownRole: "You can't remove your own admin role. Ask another admin.",
  ownRoleHint: 'Only another admin can change your role.',
  confirmDemote: (name: string) => `Remove the admin role from ${name}?`,
  demoteMeans: 'They are signed out everywhere and lose access to the admin pages.',
  employeeAdded: 'Employee added successfully.',
  employeeUpdated: 'Employee updated successfully.',
  alreadyLinked: 'This user already has an employee record.',
  unknownUser: 'There is no such user.',
  unknownEmployee: 'There is no such employee.',
  notLinked: 'Your account has no employee record yet. Ask the office to add one.',
} as const;

export const hours = {
  invalidToken: 'Invalid token.',
  fetchUserFailed: (reason: string) => `Failed to fetch user data: ${reason}. Please try again.`,
  fetchEmployeesFailed: 'Failed to fetch employees. Please try again.',
  fetchOwnFailed: (reason: string) => `Failed to fetch your hours: ${reason}. Please try again.`,
  unknownRole: 'Unknown role.',
  submitted: 'Changes submitted successfully!',
  submitFailed: 'Failed to submit changes. Please try again.',
  confirmSubmit: 'Are you sure you want to submit the changes?',
  none: 'No employees yet.',
  noMatch: 'No employees match this search.',
  decide: 'Someone else changed these hours. Choose which values to keep.',
  nothingChanged: 'Nothing has changed yet. Enter new hours first.',
  notSaved: 'Not saved yet:',
  pending: (count: number) => `Not submitted yet: ${count} ${count === 1 ? 'person' : 'people'}.`,
  ledgerNone: 'No changes yet.',
  ledgerFailed: "Couldn't load the changes. Try again.",
  ledgerExportFailed: "Couldn't export the file. Try again.",
  /** To the employee; hours with at most 2 decimals. */
  changed: (
    changes: readonly { kind: 'pto' | 'work'; before: number; after: number }[],
    reason: string,
  ) => {
    const parts = changes.map(
      ({ kind, before, after }) =>
        `your ${kind === 'pto' ? 'PTO' : 'work'} hours changed from ${before} to ${after}`,
    );
    const sentence = parts.join(' and ').replace(/^y/, 'Y');
    return `${sentence}.${reason ? ` Reason: ${reason}` : ''}`;
  },
} as const;

export const passwords = {
  changed: 'Password changed. Your other devices are signed out.',
  oldWrong: 'The old password is not right.',
  linkMade: 'The link is ready. It works once, for 24 hours.',
  linkBroken: 'This link is incomplete. Copy all of it.',
  linkDead: 'This link has been used or has run out. Ask the office for a new one.',
  linkFailed: 'Failed to make the link. Please try again.',
  linkCopied: 'The link is copied.',
  linkNotCopied: 'The browser did not let us copy. The link is selected: press Ctrl+C or copy it.',
  changeFailed: 'Failed to change the password. Please try again.',
  notTheSame: 'The two new passwords are not the same.',
  resetFailed: 'Failed to set the password. Please try again.',
  reset: 'Your password is set. Please log in.',
} as const;

/** Messages of the audit log. */
export const audit = {
  fetchFailed: 'Failed to fetch the audit log.',
  none: 'No entry matches this search.',
  exportRecorded: 'Export recorded.',
} as const;
