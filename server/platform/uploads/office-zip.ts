import { openPromise, type ZipFile } from 'yauzl';
import type { FileKind } from '#contract/file-kinds.ts';
import { files } from '#contract/messages/files.ts';

const maxEntries = 1000;
const maxUnpackedBytes = 100 * 1024 * 1024;
const maxRatio = 100;

const mainParts: readonly (readonly [FileKind, string])[] = [
  ['docx', 'word/document.xml'],
  ['xlsx', 'xl/workbook.xml'],
  ['pptx', 'ppt/presentation.xml'],
];

/** The kind, or the message that says why the file is rejected. Neither: some other ZIP. */
export interface OfficeResult {
  kind?: FileKind;
  refused?: string;
}

async function read(zip: ZipFile): Promise<OfficeResult> {
  if (zip.entryCount > maxEntries) return { refused: files.packed };
  const names = new Set<string>();
  let unpacked = 0;
  for await (const entry of zip.eachEntry()) {
    names.add(entry.fileName);
    unpacked += entry.uncompressedSize;
    if (entry.isEncrypted()) return { refused: files.locked };
    if (/(?:^|\/)vbaProject\.bin$/i.test(entry.fileName)) return { refused: files.macros };
    if (unpacked > maxUnpackedBytes || unpacked > zip.fileSize * maxRatio) {
      return { refused: files.packed };
    }
  }
  const kind = mainParts.find(([, main]) => names.has(main))?.[0];
  return kind && names.has('[Content_Types].xml') ? { kind } : {};
}

/** Detects the Office document in a ZIP by its central directory; unpacks nothing. */
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
