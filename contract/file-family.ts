import type { FileKind } from './file-kinds.ts';
import { pictureKinds } from './files.ts';
import { files } from './messages/files.ts';

/** Bytes at the start of a file that determine its family. */
export const headBytes = 4096;

/** A kind, a container whose content decides, or a rejected format with its own message. */
export type FileFamily = FileKind | 'ole' | 'zip' | 'heic' | 'svg' | 'markup';

const magicBytes: readonly (readonly [FileFamily, string])[] = [
  ['pdf', '%PDF-'],
  ['ole', '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'],
  ['zip', 'PK\x03\x04'],
  ['png', '\x89PNG\r\n\x1a\n'],
  ['jpeg', '\xff\xd8\xff'],
  ['gif', 'GIF87a'],
  ['gif', 'GIF89a'],
];

const blank = /^(?:\xef\xbb\xbf)?\s*/;
// '<jo@example.com> wrote' is text, '<p>' and '<?xml' are not.
const markup = /^<(?:[!?]|[a-z][\w:-]*[\s/>])/i;
// Documents that look like text; the programs that open them run their content.
const programs = /^(?:\{\\rtf|%!PS|%PDF-)/i;
const videoBrands = /^(?:isom|iso[2-9a-c]|mp4[12]|mp71|avc1|dash|M4V.|MSNV)$/;
const heicBrands = /^(?:hei[cxms]|hev[cxms]|mif1|msf1)$/;

/** The family by the brands of the `ftyp` box; the first is the major brand. */
function mediaOf(head: string, size: number): FileFamily | null {
  const main = head.slice(8, 12);
  const brands = [main];
  for (let at = 16; at + 4 <= Math.min(size, 256); at += 4) brands.push(head.slice(at, at + 4));
  if (brands.some((brand) => brand === 'avif' || brand === 'avis')) return 'avif';
  if (brands.some((brand) => heicBrands.test(brand))) return 'heic';
  // QuickTime and audio files list an MP4 brand too.
  if (/^(?:qt|M4A|M4B|M4P|F4)/.test(main)) return null;
  return brands.some((brand) => videoBrands.test(brand)) ? 'mp4' : null;
}

/** The family of a file from its first `headBytes` bytes, or all of a shorter file; null when no upload accepts it. */
export function fileFamilyOf(bytes: Uint8Array): FileFamily | null {
  const head = String.fromCharCode(...bytes.subarray(0, headBytes));
  const known = magicBytes.find(([, start]) => head.startsWith(start));
  if (known) return known[0];
  if (head.startsWith('RIFF') && head.startsWith('WEBP', 8)) return 'webp';
  if (head.startsWith('ftyp', 4))
    return mediaOf(head, new DataView(bytes.buffer, bytes.byteOffset).getUint32(0));
  const start = head.replace(blank, '');
  if (markup.test(start)) return /<svg[\s/>]/i.test(start) ? 'svg' : 'markup';
  if (programs.test(start)) return null;
  const isBlank = start === '' && bytes.length >= headBytes;
  return isBlank ? null : 'text';
}

/** The kinds that a file of this family can have. */
export function kindsOfFamily(family: FileFamily | null): readonly FileKind[] {
  switch (family) {
    case 'ole':
      return ['doc', 'xls', 'ppt'];
    case 'zip':
      return ['docx', 'xlsx', 'pptx'];
    case 'heic':
    case 'svg':
    case 'markup':
    case null:
      return [];
    default:
      return [family];
  }
}

/** The error message when no file of this family has one of `kinds`. */
export function wrongFamily(family: FileFamily | null, kinds: readonly FileKind[]): string {
  const takesPictures = kinds.some((kind) => (pictureKinds as readonly string[]).includes(kind));
  if (takesPictures && family === 'heic') return files.heic;
  if (takesPictures && family === 'svg') return files.svg;
  const takesSheets = kinds.includes('xlsx') && !kinds.includes('xls');
  if (takesSheets && (family === 'ole' || family === 'markup')) return files.oldSheet;
  if (kinds.includes('text') && family === 'markup') return files.markup;
  return files.wrongKind(kinds);
}
