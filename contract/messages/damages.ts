/** Sentences of the damages report (SPEC.md sections 5 and 8). */
export const damages = {
  employeeMissing: 'Please select a valid employee.',
  added: 'Damage added successfully.',
  updated: 'Damage updated successfully.',
  deleted: 'Damage deleted successfully.',
  none: 'No damages found.',
  loading: 'Loading data...',
  unknownRole: 'Unknown role.',
  unknownEmployee: 'Unknown',
  fetchFailed: 'Failed to fetch damages.',
  fetchEmployeeFailed: 'Failed to fetch employee data.',
  fetchEmployeesFailed: 'Failed to fetch employees.',
  fetchUserFailed: 'Failed to fetch user data.',
  deleteFailed: 'Failed to delete damage. Please try again.',
  saveFailed: 'Failed to save damage. Please try again.',
  saveFailedBecause: (reason: string) => `Error: ${reason}`,
  confirmDelete: 'Are you sure you want to delete this damage?',
} as const;
