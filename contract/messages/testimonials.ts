import { translated } from '../text/languages.ts';
import * as spanish from './testimonials.es.ts';

/** Messages of the page on which a client writes a testimonial. */
export const testimonials = translated(spanish.testimonials, {
  linkBroken: 'This link is incomplete. Copy the whole link.',
  linkDead: 'This link was used, revoked or has expired. Call the office if you need a new one.',
  written: "Thank you. We'll review it before we publish it.",
  writeFailed: "Couldn't send your testimonial. Please try again.",
});
