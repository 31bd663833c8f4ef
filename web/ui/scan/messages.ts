import { translated } from '#contract/text/languages.ts';
import * as spanish from './messages.es.ts';

/** Messages of the scanner that makes a PDF of photos. */
export const scan = translated(spanish.scan, {
  about: 'Take a photo of each page. The PDF is made on this device.',
  loading: 'Loading the scanner…',
  notLoaded: "Couldn't load the scanner. Check your connection and try again, or reload the page.",
  reading: (number: number, count: number) => `Reading photo ${number} of ${count}…`,
  unreadable: (name: string) =>
    `Couldn't read ${name} as a photo. The other pages stay. Take it again or choose another one.`,
  writing: (number: number, count: number) => `Writing page ${number} of ${count}…`,
  notWritten: "Couldn't make the PDF. Your pages are still here. Try again.",
  tooMany: (megabytes: number) =>
    `These pages don't fit into a PDF of ${megabytes} MB. Remove some and send them separately.`,
  noSheet: 'No edges found, so the whole photo is the page. Check the corners.',
  corners: 'Drag each corner to the corner of the page, or move it with the arrow keys.',
  discard: 'Close without using these pages?',
  leaveCorners: 'Close without using these corners?',
});
