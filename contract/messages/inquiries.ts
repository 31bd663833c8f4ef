import { translated } from '../text/languages.ts';
import * as spanish from './inquiries.es.ts';

/** Messages of the inquiry form and of the admins' list (I4). */
export const inquiries = translated(spanish.inquiries, {
  submitted: 'Form submitted successfully',
  submitFailed: 'Error submitting form. Please try again.',
  /** For the page, the screen after sending, and the mail. */
  reply: 'A dispatcher will reply with a price within one business day.',
  deliveryTooEarly: "The delivery can't be before the pickup.",
  flagged:
    'This may be spam: it failed the bot check or arrived among very many. Review it before you reply.',
  flaggedMails:
    'We send at most 20 emails an hour about possible spam. Find the rest in the list of inquiries.',
  updated: 'Inquiry updated.',
  fetchFailed: 'Failed to fetch inquiries.',
  updateFailed: 'Failed to update the inquiry.',
  none: 'No inquiries yet.',
  noMatch: 'No inquiries match this search.',
});
