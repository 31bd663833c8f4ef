import { translated } from '../text/languages.ts';
import * as spanish from './claims.es.ts';

const usDate = (date: string) => date.replace(/^(\d+)-(\d+)-(\d+)$/, '$2/$3/$1');

/** Messages of damage claims. */
export const claims = translated(spanish.claims, {
  badVin: "This isn't a valid VIN. Check its 17 characters: it has no I, O or Q.",
  /** Warnings about a VIN that is stored all the same. */
  oddVins: {
    letter: 'A VIN has only digits and letters other than I, O and Q. Check for 1 and 0.',
    short: 'Shorter than 17 characters, as before 1981. Compare it with the car.',
    long: 'Longer than 17 characters. Compare it with the car.',
    digit: "The check digit (the 9th character) doesn't fit. Compare the VIN with the car.",
    foreign: 'No check digit, as usual outside North America. Compare the VIN with the car.',
  },
  badCode: 'Enter five digits.',
  photosMissing: 'Add at least one photo.',
  noEmployee: 'Only people with an employee record can report damage. Ask the office to add yours.',
  badDigits: (count: number) => `Enter ${count === 1 ? 'one digit' : 'two digits'}.`,
  areaMissing: 'Choose the place on the car first.',
  goodVin: 'The check digit is right.',
  vinLength: (length: number) => `${length} of 17 characters. Optional.`,
  scanning: 'Reading the barcode…',
  scanned: 'VIN read from the barcode. Compare it with the car.',
  nothingScanned: 'No VIN found in that photo. Move closer, or type it.',
  photosHint: (count: number, max: number) =>
    `${count} of at most ${max}. Their time is kept, their location is removed.`,
  tooManyPhotos: (max: number) => `Send at most ${max} photos. Add more to the claim later.`,
  overdueFilter: 'Choose one of: 0, 1.',
  saved: 'Claim saved.',
  reported: 'Damage reported. The office was notified.',
  photoAdded: 'Photo added.',
  responded: 'Response saved.',
  none: 'No claims yet.',
  noMatch: 'No claims match this filter.',
  loading: 'Loading data...',
  fetchFailed: "Couldn't load claims. Try again.",
  saveFailed: "Couldn't save the claim. Try again.",
  reportFailed: "Couldn't send your report. Try again.",
  photoFailed: "Couldn't add the photo. Try again.",
  responseFailed: "Couldn't save your response. Try again.",
  totalsFailed: "Couldn't load the totals. Try again.",
  noneOfDamage: 'This damage has no claim yet.',
  gone: 'Someone deleted this damage. The list is up to date now.',
  confirmDiscard: 'Discard your report?',
  confirmPaid: 'Mark this claim as paid at $0.00?',
  confirmPaidHint: 'Enter the amount first if something was paid.',
  statuses: {
    reported: 'Reported',
    acknowledged: 'Acknowledged',
    in_review: 'In review',
    paid: 'Paid',
    declined: 'Declined',
    closed: 'Closed',
  },
  stages: { pickup: 'Pickup', transit: 'Transit', delivery: 'Delivery' },
  responses: { acknowledged: 'Acknowledged', disputed: 'Disputed' },
  /** Of the entries in a claim's history. */
  changes: {
    created: 'Opened the claim',
    status: 'Status',
    received_on: 'Received on',
    customer: 'Customer',
    vin: 'VIN',
    damage_code: 'Damage code',
    photo: 'Added a photo',
    response: 'Driver’s response',
    employee_id: 'Driver',
    driver_name: 'Driver name',
    damage_date: 'Date',
    damage_amount: 'Amount',
    damage_description: 'Description',
  },
  notices: {
    reported: (who: string, date: string) => `${who} reported damage on ${usDate(date)}.`,
    opened: (date: string) => `The office opened a claim for the damage on ${usDate(date)}.`,
    status: (date: string, status: string) =>
      `Your claim for the damage on ${usDate(date)} is now: ${status}.`,
    changed: (date: string) => `The office changed the claim for the damage on ${usDate(date)}.`,
    /** `names` of the fields. */
    damageChanged: (date: string, names: readonly string[], hadResponse: boolean) =>
      `The office changed your claim for the damage on ${usDate(date)}: ${names.join(', ').toLowerCase()}.${hadResponse ? ' Review it and respond again.' : ''}`,
    moved: (date: string) =>
      `A claim for a damage on ${usDate(date)} is now in your name. Review it and respond.`,
    photo: (date: string) => `The office added a photo to the claim of ${usDate(date)}.`,
    driverPhoto: (who: string, date: string) =>
      `${who} added a photo to the claim of ${usDate(date)}.`,
    acknowledged: (who: string, date: string) =>
      `${who} acknowledged the claim for the damage on ${usDate(date)}.`,
    disputed: (who: string, date: string) =>
      `${who} disputes the claim for the damage on ${usDate(date)}.`,
  },
});
