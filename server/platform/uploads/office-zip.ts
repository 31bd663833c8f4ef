import { text } from 'node:stream/consumers';
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import { files } from '#contract/messages/files.ts';
import type { FileKind } from '#contract/wire/file-kinds.ts';
import { readingLimits } from '../sandbox/reading-limits.ts';

const { entries, unpackedBytes, ratio, typesBytes } = readingLimits.officeParts;

const mainTypes: readonly (readonly [FileKind, string])[] = [
  ['docx', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml'],
  ['xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml'],
  ['pptx', 'application/vnd.openxmlformats-officedocument.presentationml.presentation.main+xml'],
];
const macroTypes =
  /application\/vnd\.ms-(?:word|excel|powerpoint)\.(?:document|template|sheet|presentation|slideshow|addin)\.macroEnabled/i;

/** The kind, or the message that says why the file is rejected. Neither: some other ZIP. */
export interface OfficeResult {
  kind?: FileKind;
  refused?: string;
}

async function read(zip: ZipFile): Promise<OfficeResult> {
  if (zip.entryCount > entries) return { refused: files.packed };
  // Names of parts are compared without case (ECMA-376, part 2).
  const parts = new Map<string, Entry>();
  let unpacked = 0;
  for await (const entry of zip.eachEntry()) {
    parts.set(entry.fileName.toLowerCase(), entry);
    unpacked += entry.uncompressedSize;
    if (entry.isEncrypted()) return { refused: files.locked };
    if (/(?:^|\/)vbaProject\.bin$/i.test(entry.fileName)) return { refused: files.macros };
    if (unpacked > unpackedBytes || unpacked > zip.fileSize * ratio) {
      return { refused: files.packed };
    }
  }
  const types = parts.get('[content_types].xml');
  if (!types || types.uncompressedSize > typesBytes) return {};
  return kindOfTypes(await text(await zip.openReadStreamPromise(types)), new Set(parts.keys()));
}

/** The kind by `[Content_Types].xml`: the type of the main part, which may have any name. */
function kindOfTypes(types: string, parts: ReadonlySet<string>): OfficeResult {
  if (macroTypes.test(types)) return { refused: files.macros };
  const extensions = new Set([...parts].map((name) => name.slice(name.lastIndexOf('.') + 1)));
  // Without `<` in the rest, a million unclosed elements would take minutes.
  for (const [, element = ''] of types.matchAll(/<(?:\w+:)?((?:Override|Default)\s[^<>]*)>/g)) {
    const attribute = (name: string) =>
      new RegExp(`\\s${name}\\s*=\\s*["']([^"']*)["']`).exec(element)?.[1]?.toLowerCase() ?? '';
    const main = mainTypes.find(([, type]) => type === attribute('ContentType'))?.[0];
    const [part, extension] = [attribute('PartName').slice(1), attribute('Extension')];
    const isThere = element.startsWith('Override') ? parts.has(part) : extensions.has(extension);
    if (main && isThere) return { kind: main };
  }
  return {};
}

/** Detects the Office document in a ZIP by its content types; unpacks nothing else. */
export async function detectOfficeKind(path: string): Promise<OfficeResult> {
  let zip: ZipFile;
  try {
    zip = await openPromise(path, { autoClose: false });
  } catch {
    return { refused: files.brokenOffice };
  }
  try {
    return await read(zip);
  } catch {
    return { refused: files.brokenOffice };
  } finally {
    zip.close();
  }
}
