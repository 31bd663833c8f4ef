import { translated } from '../text/languages.ts';
import * as spanish from './documents.es.ts';
import { files } from './files.ts';

/** The notifications about a document: `one` such as 'report', and the portal page that lists it. */
function notices(one: string, page: string) {
  return {
    notice: (name: string) => `New ${one}: ${name}. Find it under ${page}.`,
    replaced: (name: string) => `The ${one} ${name} was replaced. Open it again under ${page}.`,
  };
}

/** Messages of training, settlements and reports. */
export const documents = translated(spanish.documents, {
  fileMissing: files.missing,
  usersMissing: 'Please select at least one user.',
  noUsers: 'No users available.',
  generating: 'Generating link…',
  needsConnection: "Opens when you're back online",
  uploaded: 'File uploaded successfully.',
  updated: 'File updated successfully.',
  forNobody: 'Nobody sees it until you choose people.',
  deleted: 'File deleted successfully.',
  fetchUsersFailed: 'Failed to fetch users.',
  uploadFailed: 'Failed to upload file.',
  updateFailed: 'Failed to update file.',
  deleteFailed: 'Failed to delete file.',
  confirmDelete: 'Are you sure you want to delete this file?',
  unknownUser: (ids: readonly number[]) => {
    const more = ids.length > 5 ? ` and ${ids.length - 5} more` : '';
    return `User not found: ${ids.slice(0, 5).join(', ')}${more}. Reload the list and choose again.`;
  },
  gone: 'Someone else deleted this file.',
  confirmRead: 'I have read this',
  acknowledged: 'Thank you. The office can see that you have read this.',
  confirmFailed: "Couldn't confirm. Try again.",
  notOpened: 'Open this file first, then confirm that you have read it.',
  notAsked: "The office didn't ask you to confirm this file.",
  receiptsStartOver: 'A new file starts new receipts. The old receipts are kept.',
  askToConfirm: 'Ask each person to confirm that they have read it',
  videoFailed: "Couldn't play this video here.",
  videoElsewhere: 'Open it in a new tab',
  confirmDiscard: 'Discard your changes?',
  newSettlements: (count: number) => `${count} new settlements. Find them under Settlements.`,
  /** Label of the amount that a settlement states. */
  netPay: 'Net pay',
  yearToDate: (year: string) => `Net pay in ${year} so far`,
  fromSettlements: (known: number, all: number) =>
    known === all
      ? `from ${all} ${all === 1 ? 'settlement' : 'settlements'}`
      : `from ${known} of ${all} settlements; the others state no clear amount`,
  sortBy: 'Sort by',
  nobodyOpened: 'Nobody opened',
  newestUpload: 'Newest upload',
  newestPeriod: 'Newest period',
  noMatch: 'No files match this search.',
  /** Of a file that opens without a connection. */
  onDevice: 'On this device',
  toOpen: 'To open',
  toConfirm: 'To confirm',
  opened: 'Opened',
  kinds: {
    training: {
      title: 'Training Files',
      uploadHeading: 'Upload Training File',
      listHeading: 'Available Files',
      none: 'No training files available.',
      editHeading: 'Edit Training File',
      fetchFailed: 'Failed to fetch training files.',
      ...notices('training file', 'Training'),
    },
    settlements: {
      title: 'Settlements',
      uploadHeading: 'Upload Settlement',
      listHeading: 'Available Settlement Files',
      none: 'No files available.',
      editHeading: 'Edit Settlement File',
      fetchFailed: 'Failed to fetch settlement files.',
      ...notices('settlement', 'Settlements'),
    },
    reports: {
      title: 'Reports',
      uploadHeading: 'Upload Report',
      listHeading: 'Available Files',
      none: 'No Report files available.',
      editHeading: 'Edit Report File',
      fetchFailed: 'Failed to fetch report files.',
      ...notices('report', 'Reports'),
    },
  },
});
