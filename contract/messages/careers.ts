/** Sentences of the job list and its admin screen (SPEC.md section 8). */
export const careers = {
  detailFailed: 'Failed to fetch job details.',
  fetchFailed: 'Failed to fetch jobs.',
  added: 'Job added successfully!',
  updated: 'Job updated successfully!',
  deleted: 'Job deleted successfully!',
  unauthorized: 'Unauthorized. Please log in.',
  deleteFailed: 'Failed to delete job.',
  deleteFailedBecause: (reason: string) => `Error deleting job: ${reason}`,
  confirmDelete: 'Are you sure you want to delete this job?',
  none: 'No jobs currently available.',
  results: (count: number) => `${count} Results`,
  gone: 'This job is no longer listed.',
} as const;
