import { translated } from '../text/languages.ts';
import type { FileKind } from '../wire/file-kinds.ts';
import * as spanish from './files.es.ts';

const names: Readonly<Record<FileKind, readonly [noun: string, ...names: string[]]>> = {
  pdf: ['a file', 'PDF'],
  doc: ['a file', 'Word'],
  docx: ['a file', 'Word'],
  xls: ['a file', 'Excel'],
  xlsx: ['a file', 'Excel'],
  ppt: ['a file', 'PowerPoint'],
  pptx: ['a file', 'PowerPoint'],
  text: ['a file', 'text', 'CSV'],
  png: ['a picture', 'PNG'],
  jpeg: ['a picture', 'JPEG'],
  webp: ['a picture', 'WebP'],
  avif: ['a picture', 'AVIF'],
  gif: ['a picture', 'GIF'],
  mp4: ['an video', 'MP4'],
};

function either(parts: readonly string[]): string {
  if (parts.length < 2) return parts.join();
  return `${parts.slice(0, -1).join(', ')} or ${parts.at(-1)}`;
}

/** 'a PDF or Word file, a PNG or JPEG picture or an MP4 video'. */
function namesOf(kinds: readonly FileKind[]): string {
  const groups = Map.groupBy(kinds, (kind) => names[kind][0]);
  const phrases = [...groups].map(([words, group]) => {
    const [article, noun] = words.split(' ');
    return `${article} ${either([...new Set(group.flatMap((kind) => names[kind].slice(1)))])} ${noun}`;
  });
  return either(phrases);
}

/** Messages about stored files and their links. */
export const files = translated(spanish.files, {
  uploadCancelled: 'Upload cancelled. Nothing was stored.',
  notFound: "File not found, or you don't have access.",
  damaged: 'This file was damaged in our storage. Ask the office for it, or upload it again.',
  linkExpired: 'This link expired. Go back and open the file again.',
  wrongKind: (kinds: readonly FileKind[]) =>
    `This type of file isn't accepted here. Please send ${namesOf(kinds)}.`,
  saveAs: (format: string) =>
    `This type of file isn't accepted here. Save it as ${format} and choose it again.`,
  brokenPdf: 'This PDF file is damaged or incomplete. Save it again and send the new one.',
  brokenOffice: 'This document is damaged or incomplete. Save it again and send the new one.',
  brokenPicture: 'This picture is damaged or incomplete. Please send another one.',
  macros: "Documents with macros aren't accepted. Save it without them and send it again.",
  locked: 'This document has a password. Save it without one and send it again.',
  packed: 'This document is too large when unpacked. Please send a smaller one.',
  heic: "HEIC pictures aren't accepted. Please send JPEG or PNG. On an iPhone choose Settings, Camera, Formats, Most Compatible.",
  heicNotConverted:
    "Couldn't convert this HEIC picture. Save it as JPEG or PNG and choose it again.",
  converting: (name: string) => `Converting ${name} to JPEG…`,
  converted: (name: string) => `${name} was converted to JPEG on this device.`,
  /** Asked when the extension contradicts the content. */
  misnamed: (extension: string, content: string) =>
    `This file is named .${extension} but its content looks like ${content}. Upload anyway?`,
  unreadable: "Couldn't read this file. Choose it again.",
  svg: "SVG pictures aren't accepted. Please send JPEG or PNG.",
  markup: "Web pages and XML files aren't accepted. Please send a PDF of it.",
  tooLarge: (megabytes: number) =>
    `This file is larger than ${megabytes} MB. Please send a smaller one.`,
  tooManyPixels: (megapixels: number) =>
    `This picture has more than ${megapixels} megapixels. Please send a smaller one.`,
  empty: 'This file is empty. Please choose another one.',
  noSuchPart: "This file doesn't have that part.",
  missing: 'Please select a file.',
  notAFile: 'Send the file itself in this field.',
  unexpected: 'This field accepts no file.',
});
