import { translated } from '../text/languages.ts';
import * as spanish from './damages.es.ts';

/** Messages of the damages report (X1 to X4). */
export const damages = translated(spanish.damages, {
  employeeMissing: 'Please select a valid employee.',
  dateTooLate: 'Choose a date no later than tomorrow.',
  added: 'Damage added successfully.',
  updated: 'Damage updated successfully.',
  deleted: 'Damage deleted successfully.',
  none: 'No damages found.',
  loading: 'Loading data...',
  unknownRole: 'Unknown role.',
  unknownEmployee: 'Unknown',
  fetchFailed: 'Failed to fetch damages.',
  fetchEmployeesFailed: 'Failed to fetch employees.',
  deleteFailed: 'Failed to delete damage. Please try again.',
  saveFailed: 'Failed to save damage. Please try again.',
  saveFailedBecause: (reason: string) => `Error: ${reason}`,
  /** To the driver; `date` is YYYY-MM-DD, `amount` in dollars. */
  notice: (date: string, amount: number) =>
    `A damage of $${amount.toLocaleString('en-US', { minimumFractionDigits: 2 })} on ${date.replace(/^(\d+)-(\d+)-(\d+)$/, '$2/$3/$1')} was added to your record.`,
  noticeOfMany: (count: number) => `${count} damages were added to your record.`,
  noMatch: 'No damages match this search.',
  gone: 'Someone deleted this damage. The list is up to date now.',
  confirmDiscard: 'Discard your changes to this damage?',
  acknowledged:
    'The driver acknowledged the claim of this damage, so it stays. Set its status to Closed instead.',
  paid: 'The claim of this damage is paid, so it stays. Change its status before you delete the damage.',
  /** What a deletion takes along. */
  mayLoseClaim: 'If it has a claim, that is deleted too, with its history and photos.',
  losesClaim: (photos: number) =>
    photos === 0
      ? 'Its claim is deleted too, with its history.'
      : `Its claim is deleted too, with its history and ${photos === 1 ? '1 photo' : `${photos} photos`}.`,
  confirmDelete: 'Are you sure you want to delete this damage?',
});
