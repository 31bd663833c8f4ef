import { translated } from '../text/languages.ts';
import * as spanish from './users.es.ts';

/** Messages of users, employees, hours (H4, U5), passwords and the audit log. */
export const users = translated(spanish.users, {
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
    `The user was added, but not the employee information: ${reason} Save again.`,
  halfUpdated: (reason: string) =>
    `The user was updated, but not the employee information: ${reason} Save again.`,
  none: 'No users yet.',
  noMatch: 'No users match this search.',
  confirmDiscard: 'Discard your changes to this user?',
  lastAdmin: 'This is the last admin. Make someone else an admin first.',
  oneself: "You can't close your own account. Ask another admin.",
  linkSent: (email: string) =>
    `A link to set the password is on its way to ${email}. It works once, for 24 hours.`,
  didYouMean: (name: string) => `Nobody has this yet. Did you mean ${name}?`,
  savedAs: (name: string) => `Will be saved as ${name}.`,
  hoursHint: 'Enter whole hours. Use the PTO Tracker for decimals.',
  hoursWillRound: (saved: string) => `Will be saved as ${saved}. Use the PTO Tracker for decimals.`,
  ownRole: "You can't remove your own admin role. Ask another admin.",
  ownRoleHint: 'Only another admin can change your role.',
  confirmDemote: (name: string) => `Remove the admin role from ${name}?`,
  demoteMeans: 'They are signed out everywhere and lose access to the admin pages.',
  employeeAdded: 'Employee added successfully.',
  employeeUpdated: 'Employee updated successfully.',
  chooseEmployees: 'Choose at least one person.',
  tooManyEmployees: 'Choose at most 500 people at a time.',
  withoutEmployee: (names: string) => `Without an employee record: ${names}. Leave them out.`,
  departmentSet: (count: number, department: string) =>
    `${count} ${count === 1 ? 'person is' : 'people are'} in ${department}.`,
  departmentStale: (names: string) =>
    `Someone else changed ${names}. Nobody was moved: review the list and save again.`,
  departmentFailed: "Couldn't change the department. Try again.",
  confirmDiscardDepartment: 'Discard this change of department?',
  goneEmployees: 'One of these people has no account anymore. Nobody was moved: choose again.',
  alreadyLinked: 'This user already has an employee record.',
  unknownUser: 'User not found.',
  unknownEmployee: 'Employee not found.',
  notLinked: 'Your account has no employee record yet. Ask the office to add one.',
});

/** Sentences of signup (S2). */
export const signup = translated(spanish.signup, {
  created: 'Account created successfully! Please log in.',
  createFailed: 'Error creating account. Please try again.',
  usernameTaken: 'This username is already taken.',
  emailTaken: 'This email address is already in use.',
});

export const hours = translated(spanish.hours, {
  invalidToken: 'Invalid token.',
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
});

export const passwords = translated(spanish.passwords, {
  tooCommon:
    'This password is one that many people use. Choose a longer one, such as four unrelated words.',
  ownWord:
    "Don't use a name, the username or a word of the company as the password. Choose a longer one, such as four unrelated words.",
  /** While a password is typed. */
  strength: {
    weak: 'Weak password. Add another word or two.',
    fair: 'Fair password. Another word makes it stronger.',
    good: 'Good password.',
    strong: 'Strong password.',
  },
  breached: 'This password is in a list of stolen passwords. Choose one that you use nowhere else.',
  changed:
    'Password changed. Your other devices are signed out, and your time-off calendar has a new address.',
  oldWrong: 'The old password is incorrect.',
  currentWrong: 'The current password is incorrect.',
  confirmFirst: 'Enter your password to continue.',
  confirmed: 'Password confirmed.',
  linkMade: 'The link is ready. It works once, for 24 hours.',
  linkBroken: 'This link is incomplete. Copy the whole link.',
  linkDead:
    'This link was already used, was replaced or has expired. Ask the office for a new one.',
  linkFailed: "Couldn't create the link. Try again.",
  linkCopied: 'Link copied.',
  nobodyChosen: 'Choose at least one user.',
  linksSent: (count: number) =>
    count === 0
      ? 'All of them have signed in before. No link was sent.'
      : `${count === 1 ? '1 sign-in link is' : `${count} sign-in links are`} on the way. Each works once, for 7 days.`,
  sendLinks: (count: number) =>
    count === 1 ? 'Send 1 sign-in link' : `Send ${count} sign-in links`,
  confirmLinks: (count: number) =>
    count === 1 ? 'Send a sign-in link to 1 person?' : `Send sign-in links to ${count} people?`,
  linksMean:
    'Each gets a mail with a link to choose a password, within 7 days. Links from earlier mails stop working.',
  linksFailed: "Couldn't send the links. Try again.",
  linkNotCopied: "Couldn't copy the link. Copy the selected text.",
  changeFailed: 'Failed to change the password. Please try again.',
  notTheSame: "The new passwords don't match.",
  resetFailed: 'Failed to set the password. Please try again.',
  reset: 'Your password is set. Please log in.',
});

const calendarMoved =
  'Your time-off calendar has a new address: subscribe to it again if you use it.';

/** To the owner of an account that was changed; `by` is who changed it. */
export const accountNotices = translated(spanish.accountNotices, {
  subject: (company: string) => `Your ${company} portal account was changed`,
  intro: (username: string, company: string) =>
    `Your account ${username} in the employee portal of ${company} was changed.`,
  you: 'You',
  office: 'The office',
  password: (by: string) => `${by} set a new password for your account. ${calendarMoved}`,
  calendar: calendarMoved,
  link: (by: string) => `${by} created a link that sets a new password for your account.`,
  role: (by: string, role: string) => `${by} changed your role to ${role}.`,
  email: (by: string, email: string) =>
    `${by} changed the email address of your account to ${email}.`,
  unexpected: (phone: string) => `If you didn't expect this, call the office: ${phone}.`,
});

/** Messages of the audit log. */
export const audit = translated(spanish.audit, {
  fetchFailed: 'Failed to fetch the audit log.',
  none: 'No entries match this search.',
});
