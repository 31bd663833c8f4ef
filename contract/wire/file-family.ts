import { pictureKinds } from '../files.ts';
import { files } from '../messages/files.ts';
import type { FileKind } from './file-kinds.ts';

/** Bytes at the start of a file that determine its family. */
export const headBytes = 4096;

/** A kind, a container whose content decides, or a rejected format with its own message. */
export type FileFamily = FileKind | 'ole' | 'zip' | 'heic' | 'svg' | 'markup';

const magicBytes: readonly (readonly [FileFamily, string])[] = [
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
const programs = /^(?:\{\\rtf|%!PS)/i;
// As every reader does: scanners, mailers and web forms put bytes before a PDF.
const pdfHeaderBytes = 1024;
// Further down, a header alone in its line: a PDF that opens or is refused, no text.
const pdfLine = /[\s\0]%PDF-\d\.\d[\r\n]/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: matching control characters is the point
const controlCharacters = /[\0-\x08\x0b\x0e-\x19\x1b-\x1f\x7f]|\x1a(?!$)/;
// With a mark, or two letters that are each beside a zero byte.
const utf16 = /^(?:\xff\xfe|\xfe\xff|(?:[\t -~]\0){2}|(?:\0[\t -~]){2})/;
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

/**
 * Whether Latin-1 letters, one per byte, have controls other than tab, line feed, form feed and carriage return. Old
 * programs end a file with Ctrl-Z.
 */
export function hasControls(letters: string): boolean {
  return controlCharacters.test(letters);
}

/** The family of a file from its first `headBytes` bytes, or all of a shorter file; null when no upload accepts it. */
export function fileFamilyOf(bytes: Uint8Array): FileFamily | null {
  const head = String.fromCharCode(...bytes.subarray(0, headBytes));
  const known = magicBytes.find(([, start]) => head.startsWith(start));
  if (known) return known[0];
  if (head.startsWith('RIFF') && head.startsWith('WEBP', 8)) return 'webp';
  if (head.startsWith('ftyp', 4))
    return mediaOf(head, new DataView(bytes.buffer, bytes.byteOffset).getUint32(0));
  if (head.slice(0, pdfHeaderBytes).includes('%PDF-') || pdfLine.test(head)) return 'pdf';
  const start = head.replace(blank, '');
  if (markup.test(start)) return /<svg[\s/>]/i.test(start) ? 'svg' : 'markup';
  // Where text may have any encoding, the server reads all of it.
  if (programs.test(start) || (hasControls(head) && !utf16.test(head))) return null;
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

/** Formats that the programs of other formats can save, by the extensions of those. */
const savable: readonly (readonly [extensions: RegExp, FileKind, name: string])[] = [
  [/^(?:xl\w*|ods|fods|numbers|csv|tsv|slk)$/, 'xlsx', '.xlsx'],
  [/^(?:do[ct]\w?|rtf|odt|fodt|pages|wp[ds])$/, 'docx', '.docx'],
  [/^(?:pp\w+|pot\w?|odp|fodp|key)$/, 'pptx', '.pptx'],
  [/^(?:mov|qt|avi|wmv|mkv|webm|3g[p2]|mpe?g)$/, 'mp4', 'MP4'],
  [/^(?:tiff?|bmp|psd|dng|jxl)$/, 'jpeg', 'JPEG or PNG'],
];

/** What to save a file of that name as, so that one of `kinds` comes of it; null when it isn't known. */
function formatToSave(family: FileFamily | null, kinds: readonly FileKind[], name: string) {
  const extension = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  const [, kind, format] = savable.find(([extensions]) => extensions.test(extension)) ?? [];
  if (kind && kinds.includes(kind)) return format;
  const isDocument = kind === 'xlsx' || kind === 'docx' || kind === 'pptx';
  if (isDocument && kinds.includes('pdf')) return 'PDF';
  // Where only spreadsheets are accepted, an old workbook may have any name.
  const isOldWorkbook = !kind && (family === 'ole' || family === 'markup');
  return isOldWorkbook && kinds.includes('xlsx') && !kinds.includes('pdf') ? '.xlsx' : null;
}

/** The error message when a file of this family and name has none of `kinds`. */
export function wrongFamily(
  family: FileFamily | null,
  kinds: readonly FileKind[],
  name: string,
): string {
  const takesPictures = kinds.some((kind) => (pictureKinds as readonly string[]).includes(kind));
  if (takesPictures && family === 'heic') return files.heic;
  if (takesPictures && family === 'svg') return files.svg;
  const format = formatToSave(family, kinds, name);
  if (format) return files.saveAs(format);
  if (kinds.includes('text') && family === 'markup') return files.markup;
  return files.wrongKind(kinds);
}
