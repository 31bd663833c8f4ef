import { openPromise, type ZipFile } from 'yauzl';
import type { FileKind } from '#contract/endpoint.ts';
import { files } from '#contract/messages/files.ts';

const mostEntries = 1000;
const mostUnpacked = 100 * 1024 * 1024;
const mostRatio = 100;

const mains: readonly (readonly [FileKind, string])[] = [
  ['docx', 'word/document.xml'],
  ['xlsx', 'xl/workbook.xml'],
  ['pptx', 'ppt/presentation.xml'],
];

/** Its kind, or the sentence that says why it is not taken; both missing: it is another kind of ZIP. */
export interface Office {
  kind?: FileKind;
  refused?: string;
}

async function read(zip: ZipFile): Promise<Office> {
  if (zip.entryCount > mostEntries) return { refused: files.packed };
  const names = new Set<string>();
  let unpacked = 0;
  for await (const entry of zip.eachEntry()) {
    names.add(entry.fileName);
    unpacked += entry.uncompressedSize;
    if (entry.isEncrypted()) return { refused: files.locked };
    if (/(?:^|\/)vbaProject\.bin$/i.test(entry.fileName)) return { refused: files.macros };
    if (unpacked > mostUnpacked || unpacked > zip.fileSize * mostRatio) {
      return { refused: files.packed };
    }
  }
  const kind = mains.find(([, main]) => names.has(main))?.[0];
  return kind && names.has('[Content_Types].xml') ? { kind } : {};
}

/** Which Office document a ZIP is, by its list of entries; nothing is unpacked. */
export async function officeOf(path: string): Promise<Office> {
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
