import * as z from 'zod/mini';
import { field } from '../messages/general.ts';
import { line } from './fields.ts';

/** A shorter number can't be called, and says nothing about whose it is. */
export const minPhoneDigits = 7;

export const phoneMessage = field.phone(minPhoneDigits);

/** Required phone number, stored as typed. */
export const phone = () =>
  line().check(z.refine((text) => text.replace(/\D/g, '').length >= minPhoneDigits, phoneMessage));
