import { files } from './files.ts';

interface KindMessages {
  /** Heading of the page. */
  title: string;
  uploadHeading: string;
  listHeading: string;
  none: string;
  editHeading: string;
  fetchFailed: string;
  /** One such file, in a sentence. */
  one: string;
  notice: (name: string) => string;
  replaced: (name: string) => string;
}

/** Messages of training, settlements and reports. */
export const documents = {
  fileMissing: files.missing,
  usersMissing: 'Please select at least one user.',
  noUsers: 'No users available.',
  generating: 'Generating link…',
  uploaded: 'File uploaded successfully.',
  updated: 'File updated successfully.',
  deleted: 'File deleted successfully.',
  fetchUsersFailed: 'Failed to fetch users.',
  fetchAvailableUsersFailed: 'Failed to fetch available users.',
  uploadFailed: 'Failed to upload file.',
  updateFailed: 'Failed to update file.',
  deleteFailed: 'Failed to delete file.',
  confirmDelete: 'Are you sure you want to delete this file?',
  unknownUser: (ids: readonly number[]) => {
    const more = ids.length > 5 ? ` and ${ids.length - 5} more` : '';
    return `There is no such user: ${ids.slice(0, 5).join(', ')}${more}. Load the list again and choose anew.`;
  },
  gone: 'This file was deleted in the meantime. The list is up to date again.',
  confirmRead: 'I have read this',
  acknowledged: 'Thank you. The office can see that you have read this.',
  confirmFailed: "Couldn't confirm. Try again.",
  notOpened: 'Open this file first, then confirm that you have read it.',
  uploadCancelled: 'Upload cancelled. Nothing was stored.',
  receiptsStartOver: 'Another file starts the receipts over; those of this one are kept.',
  askToConfirm: 'Ask each person to confirm that they have read it',
  videoFailed: 'The video does not play here.',
  videoElsewhere: 'Open it in a new tab',
  confirmDiscard: 'Discard what you changed?',
  /** Before the amount that a settlement states. */
  netPay: 'Net pay',
  noMatch: 'No file matches this search.',
  dueFirst: 'To open first',
  toConfirm: 'To confirm',
  done: 'Opened',
  notAsked: 'The office did not ask for a confirmation of this file.',
  kinds: {
    training: {
      title: 'Training Files',
      uploadHeading: 'Upload Training File',
      listHeading: 'Available Files',
      none: 'No training files available.',
      editHeading: 'Edit Training File',
      fetchFailed: 'Failed to fetch training files.',
      one: 'training file',
      notice: (name: string) => `New training file: ${name}. You find it under Training.`,
      replaced: (name: string) =>
        `The training file ${name} was replaced. Please open it again, under Training.`,
    },
    settlements: {
      title: 'Settlements',
      uploadHeading: 'Upload Settlement',
      listHeading: 'Available Settlement Files',
      none: 'No files available.',
      editHeading: 'Edit Settlement File',
      fetchFailed: 'Failed to fetch settlement files.',
      one: 'settlement',
      notice: (name: string) => `New settlement: ${name}. You find it under Settlements.`,
      replaced: (name: string) =>
        `The settlement ${name} was replaced. Please open it again, under Settlements.`,
    },
    reports: {
      title: 'Reports',
      uploadHeading: 'Upload Report',
      listHeading: 'Available Files',
      none: 'No Report files available.',
      editHeading: 'Edit Report File',
      fetchFailed: 'Failed to fetch report files.',
      one: 'report',
      notice: (name: string) => `New report: ${name}. You find it under Reports.`,
      replaced: (name: string) =>
        `The report ${name} was replaced. Please open it again, under Reports.`,
    },
  } satisfies Record<string, KindMessages>,
} as const;
