import { pictureKinds } from '#contract/files.ts';
import { files } from '#contract/messages/files.ts';
import { t } from '#contract/text/languages.ts';
import { fileFamilyOf, headBytes, kindsOfFamily, wrongFamily } from '#contract/wire/file-family.ts';
import type { FileKind } from '#contract/wire/file-kinds.ts';
import { kindOfExtension, sizeFault } from './file-facts.ts';

/** A chosen file after the checks on this device: what to send, or why it can't be sent. */
export type PreparedFile = { file: File; fault: null } | { file: null; fault: string };

interface Rules {
  /** `endpoint.upload.kinds` */
  kinds: readonly FileKind[];
  /** The server's UPLOAD_MB; null when it isn't known, which leaves the size to the server. */
  megabytes: Promise<number | null>;
  /** Asks the user; false keeps the file from being sent. */
  ask: (question: string) => Promise<boolean>;
  /** Called with a HEIC picture before the converter loads. */
  onConvert?: (file: File) => void;
}

const prepared = new WeakMap<File, Promise<PreparedFile>>();

/** Checks a file once, when it's chosen: size, content, and a name that contradicts the content; converts HEIC to JPEG. */
export function prepareFile(file: File, rules: Rules): Promise<PreparedFile> {
  const result = check(file, rules).catch(() => refused(files.unreadable));
  prepared.set(file, result);
  return result;
}

/** Returns the result of `prepareFile`; an unchecked file is sent unchanged. */
export function preparedFile(file: File): Promise<PreparedFile> {
  return prepared.get(file) ?? Promise.resolve({ file, fault: null });
}

function refused(fault: string): PreparedFile {
  return { file: null, fault };
}

async function check(file: File, { kinds, megabytes, ask, onConvert }: Rules) {
  const limit = await megabytes;
  const tooLarge = (one: File) => (limit === null ? null : sizeFault(one, kinds, limit));
  const sizeProblem = file.size === 0 ? files.empty : tooLarge(file);
  if (sizeProblem !== null) return refused(sizeProblem);
  const head = new Uint8Array(await file.slice(0, headBytes).arrayBuffer());
  const family = fileFamilyOf(head);
  if (family === 'heic' && kinds.includes('jpeg')) {
    onConvert?.(file);
    const jpeg = await converted(file);
    if (jpeg === null) return refused(files.heicNotConverted);
    const jpegProblem = tooLarge(jpeg);
    return jpegProblem === null ? { file: jpeg, fault: null } : refused(jpegProblem);
  }
  const possible = kindsOfFamily(family).filter((kind) => kinds.includes(kind));
  if (possible.length === 0) return refused(wrongFamily(family, kinds, file.name));
  const extension = contradiction(file.name, possible, kinds);
  if (extension === null || (await ask(files.misnamed(extension, contentOf(possible)))))
    return { file, fault: null };
  return refused(files.missing);
}

/** Returns the extension when it stands for another kind than the content; null when it doesn't. */
function contradiction(
  name: string,
  possible: readonly FileKind[],
  kinds: readonly FileKind[],
): string | null {
  const extension = /\.([^.]+)$/.exec(name)?.[1] ?? '';
  const named = /^hei[cf]$/i.test(extension) ? 'jpeg' : kindOfExtension(extension);
  if (named === undefined || possible.includes(named)) return null;
  // Picture fields store no name and re-encode the picture.
  const onlyPictures = kinds.every((kind) => isPicture(kind));
  return onlyPictures && isPicture(named) ? null : extension;
}

function isPicture(kind: FileKind): boolean {
  return (pictureKinds as readonly FileKind[]).includes(kind);
}

function contentOf([kind = 'text', ...others]: readonly FileKind[]): string {
  if (others.length > 0) return t('an Office document', 'un documento de Office');
  if (!isPicture(kind))
    return (
      { pdf: t('a PDF', 'un PDF'), mp4: t('a video', 'un video') }[kind as string] ??
      t('text', 'texto')
    );
  const name = kind.toUpperCase();
  return t(`${kind === 'avif' ? 'an' : 'a'} ${name} picture`, `una imagen ${name}`);
}

async function converted(file: File): Promise<File | null> {
  try {
    const { heicToJpeg } = await import('#web/lib/device/heic-to-jpeg.ts');
    return await heicToJpeg(file);
  } catch (error) {
    console.error('The HEIC picture could not be converted.', error);
    return null;
  }
}
