/** Sentences of the files that employees send back (SPEC.md sections 2, 5 and 8). */
export const employeeFiles = {
  mine: 'My Files',
  downloads: 'File Downloads',
  noStatus: 'No Status',
  uploadedFiles: 'Uploaded Files',
  selectFile: 'Select a File',
  uploadAndAssign: 'Upload & Assign File',
  employeeList: 'Employee List',
  searchEmployees: 'Search employees...',
  usersSelected: (count: number) => `${count} user(s) selected`,
  cannotDelete: 'Cannot delete: missing File ID',
  confirmDeleteVersion: 'Are you sure you want to delete this file version?',
  fetchFailed: 'Failed to fetch employee files.',
  submitted: 'Submission uploaded successfully.',
  statusUpdated: 'Status updated.',
  versionDeleted: 'File version deleted successfully.',
  notAssigned: 'There is no such file, or it is not yours to send back.',
  none: 'No files yet. The office puts here what you are to read, sign and send back.',
  reasonLabel: 'Why it is rejected',
  reasonHint: 'The employee reads this beside the version.',
  notice: (name: string) => `New file for you: ${name}. You find it under Employee Files.`,
  replaced: (name: string) =>
    `The file ${name} was replaced. Please open it again, under Employee Files.`,
  rejected: (name: string, number: number, reason: string) =>
    `Your version v${number} of ${name} was rejected${reason ? `: ${reason}` : '.'} Please send a new one, under Employee Files.`,
} as const;
