import { files } from '#contract/messages/files.ts';
import { t } from '#contract/text/languages.ts';
import { videoBytes } from '#contract/wire/endpoint.ts';
import type { FileKind } from '#contract/wire/file-kinds.ts';

const words: Readonly<Record<FileKind, string>> = {
  pdf: 'PDF',
  doc: 'Word',
  docx: 'Word',
  xls: 'Excel',
  xlsx: 'Excel',
  ppt: 'PowerPoint',
  pptx: 'PowerPoint',
  text: 'Text',
  png: 'Picture',
  jpeg: 'Picture',
  webp: 'Picture',
  avif: 'Picture',
  gif: 'Picture',
  mp4: 'Video',
};

const spanishWords: Readonly<Record<string, string>> = {
  Text: 'Texto',
  Picture: 'Imagen',
  File: 'Archivo',
};

const endings: Readonly<Record<FileKind, string>> = {
  pdf: '.pdf,application/pdf',
  doc: '.doc,application/msword',
  docx: '.docx',
  xls: '.xls',
  xlsx: '.xlsx',
  ppt: '.ppt',
  pptx: '.pptx',
  text: '.txt,.csv,text/plain,text/csv',
  png: '.png,image/png',
  jpeg: '.jpg,.jpeg,image/jpeg',
  webp: '.webp,image/webp',
  avif: '.avif,image/avif',
  gif: '.gif,image/gif',
  mp4: '.mp4,video/mp4',
};

const megabyte = 1024 * 1024;
const videoMegabytes = videoBytes / megabyte;

/** The kind of a file: 'PDF'. */
export function kindLabel(kind: string): string {
  const word = words[kind as FileKind] ?? 'File';
  return t(word, spanishWords[word] ?? word);
}

/** A readable size: '812 bytes', '340 KB', '1.2 MB'. */
export function formatSize(bytes: number): string {
  if (bytes < 1000) return bytes === 1 ? '1 byte' : `${bytes} bytes`;
  // 1,023.6 KB would round up to 1,024 KB.
  if (bytes < 1023.5 * 1024) return `${Math.max(1, Math.round(bytes / 1024))} KB`;
  return `${(bytes / megabyte).toFixed(1)} MB`;
}

/** 'PDF, 1.2 MB'. */
export function fileFacts({ kind, size }: { kind: string; size: number }): string {
  return `${kindLabel(kind)}, ${formatSize(size)}`;
}

/**
 * The `accept` of a file input. HEIC is named although no kind is: choosers outside Safari hide what isn't named, and
 * Safari on a Mac converts that to the first picture kind (WebKit's `findImagesForTranscoding`), which is PNG here, some
 * ten times larger. An iPhone converts photos of its library to JPEG either way.
 */
export function acceptOf(kinds: readonly FileKind[]): string {
  const accepted = kinds.map((kind) => endings[kind]);
  // `prepareFile` converts it to JPEG.
  if (kinds.includes('jpeg')) accepted.push('.heic,.heif');
  return accepted.join(',');
}

/** Returns the kind that an extension stands for; undefined for one that isn't known. */
export function kindOfExtension(extension: string): FileKind | undefined {
  const kinds = Object.keys(endings) as FileKind[];
  return kinds.find((kind) => endings[kind].split(',').includes(`.${extension.toLowerCase()}`));
}

/** The accepted kinds and sizes, as text; `megabytes` is the server's UPLOAD_MB. */
export function formatLimit(kinds: readonly FileKind[], megabytes: number): string {
  const others = kinds.filter((kind) => kind !== 'mp4');
  // Within a sentence: 'text', but 'PDF' and 'Word'.
  const within = (word: string) =>
    /^(?:Text|Picture|Texto|Imagen)$/.test(word) ? word.toLowerCase() : word;
  const names = [...new Set(others.map(kindLabel))].map(within);
  const [first] = names;
  const only =
    first === t('picture', 'imagen')
      ? t('Pictures only', 'Solo imágenes')
      : t(`${first} only`, `Solo ${first}`);
  const list =
    names.length === 1 ? only : names.join(', ').replace(/, ([^,]+)$/, t(' or $1', ' o $1'));
  const most = Math.max(megabytes, videoMegabytes);
  const video = kinds.includes('mp4')
    ? t(`; MP4 video up to ${most} MB`, `; video MP4 de hasta ${most} MB`)
    : '';
  return t(`${list}, up to ${megabytes} MB${video}.`, `${list}, de hasta ${megabytes} MB${video}.`);
}

/** The server's error for an empty or too large file, before the upload; null for others. */
export function sizeFault(
  file: File,
  kinds: readonly FileKind[],
  megabytes: number,
): string | null {
  if (file.size === 0) return files.empty;
  const isVideo = kinds.includes('mp4') && /\.mp4$/i.test(file.name);
  const max = isVideo ? Math.max(megabytes, videoMegabytes) : megabytes;
  return file.size > max * megabyte ? files.tooLarge(max) : null;
}
