import { translated } from '../text/languages.ts';
import * as spanish from './employee-files.es.ts';

/** Messages of employee files (F1 to F7). */
export const employeeFiles = translated(spanish.employeeFiles, {
  title: 'Employee Files',
  own: 'My Files',
  downloads: 'File Downloads',
  showDownloads: 'Show all files',
  hideDownloads: 'Hide files',
  uploadedFiles: 'Uploaded Files',
  selectFile: 'Select a File',
  uploadAndAssign: 'Upload & Assign File',
  employeeList: 'Employee List',
  searchEmployees: 'Search employees...',
  everyone: 'Everyone',
  awaiting: 'Awaiting review',
  usersSelected: (count: number) => `${count} user(s) selected`,
  toReview: (count: number) =>
    count === 1 ? '1 version to review' : `${count} versions to review`,
  fetchFailed: 'Failed to fetch employee files.',
  none: 'No files yet. Files to read, sign and return will appear here.',
  noFiles: 'No files yet.',
  noEmployees: 'No employees yet.',
  noMatch: 'No employees match this search.',
  nothingAwaits: 'Every version has been reviewed.',
  noStatus: 'No Status',
  noVersions: 'No versions yet.',
  waitsForOffice: "The office hasn't reviewed it yet.",
  chooseFirst: 'Choose the PDF to send first.',
  submitted: 'Submission uploaded successfully.',
  notAssigned: "File not found, or it isn't assigned to you.",
  editHeading: 'Edit File',
  cannotDelete: 'Cannot delete: missing File ID',
  confirmDeleteVersion: 'Are you sure you want to delete this file version?',
  versionDeleted: 'File version deleted successfully.',
  statusUpdated: 'Status updated.',
  notSaved: "Couldn't save. The stored version is shown.",
  rejectFailed: "Couldn't save. Try again.",
  reasonShown: 'Reason:',
  reasonLabel: 'Why it is rejected',
  reasonHint: 'The employee sees this with the version.',
  notice: (name: string) => `New file for you: ${name}. Find it under Employee Files.`,
  replaced: (name: string) => `The file ${name} was replaced. Open it again under Employee Files.`,
  statusSet: (name: string, number: number, status: string) =>
    `Your version v${number} of ${name} is now marked ${status}.`,
  rejected: (name: string, number: number, reason: string) =>
    `Your version v${number} of ${name} was rejected. Please send a new one under Employee Files.${reason ? ` Reason: ${reason}` : ''}`,
});
