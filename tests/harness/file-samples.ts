/** Small real files of every kind, made in code. */
import { crc32, deflateSync } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';
import { pdfOf } from './multipart.ts';
import { type ZipEntry, zipOf } from './zip.ts';

const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const schemas = 'http://schemas.openxmlformats.org';
const rooms = {
  docx: { main: 'word/document.xml', type: 'wordprocessingml.document.main+xml' },
  xlsx: { main: 'xl/workbook.xml', type: 'spreadsheetml.sheet.main+xml' },
  pptx: { main: 'ppt/presentation.xml', type: 'presentationml.presentation.main+xml' },
};
type OfficeKind = keyof typeof rooms;

function mainPart(kind: OfficeKind, text: string): string {
  if (kind === 'docx') {
    const main = `${schemas}/wordprocessingml/2006/main`;
    return `<w:document xmlns:w="${main}"><w:body><w:p><w:r><w:t>${text}</w:t></w:r></w:p></w:body></w:document>`;
  }
  if (kind === 'xlsx') {
    return `<workbook xmlns="${schemas}/spreadsheetml/2006/main"><sheets/></workbook>`;
  }
  return `<p:presentation xmlns:p="${schemas}/presentationml/2006/main"/>`;
}

/** A Word, Excel or PowerPoint file in the current format; `more` adds entries to its ZIP. */
export function officeOf(
  kind: OfficeKind = 'docx',
  text = 'Form',
  more: readonly ZipEntry[] = [],
): Buffer {
  const { main, type } = rooms[kind];
  const types = `${xml}<Types xmlns="${schemas}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/${main}" ContentType="application/vnd.openxmlformats-officedocument.${type}"/></Types>`;
  const relations = `${xml}<Relationships xmlns="${schemas}/package/2006/relationships"><Relationship Id="rId1" Type="${schemas}/officeDocument/2006/relationships/officeDocument" Target="${main}"/></Relationships>`;
  return zipOf([
    { name: '[Content_Types].xml', value: types },
    { name: '_rels/.rels', value: relations },
    { name: main, value: xml + mainPart(kind, text) },
    ...more,
  ]);
}

export const docxOf = (text?: string): Buffer => officeOf('docx', text);

const sector = 512;
const endOfChain = 0xfffffffe;

function directoryEntry(name: string, type: number, child: number, start: number): Buffer {
  const entry = Buffer.alloc(128);
  entry.write(name, 'utf16le');
  entry.writeUInt16LE(name.length * 2 + 2, 64);
  entry.writeUInt8(type, 66);
  entry.writeUInt8(1, 67);
  entry.writeUInt32LE(0xffffffff, 68);
  entry.writeUInt32LE(0xffffffff, 72);
  entry.writeUInt32LE(child, 76);
  entry.writeUInt32LE(start, 116);
  return entry;
}

/** An OLE file (Word, Excel and PowerPoint before 2007) with empty streams of those names. */
export function oleOf(...streams: readonly string[]): Buffer {
  const header = Buffer.alloc(sector);
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(header);
  header.writeUInt16LE(0x3e, 24);
  header.writeUInt16LE(3, 26);
  header.writeUInt16LE(0xfffe, 28);
  header.writeUInt16LE(9, 30);
  header.writeUInt16LE(6, 32);
  header.writeUInt32LE(1, 44);
  header.writeUInt32LE(1, 48);
  header.writeUInt32LE(4096, 56);
  header.writeUInt32LE(endOfChain, 60);
  header.writeUInt32LE(endOfChain, 68);
  header.fill(0xff, 76);
  header.writeUInt32LE(0, 76);
  const table = Buffer.alloc(sector, 0xff);
  table.writeUInt32LE(0xfffffffd, 0);
  table.writeUInt32LE(endOfChain, 4);
  const entries = [
    directoryEntry('Root Entry', 5, streams.length > 0 ? 1 : 0xffffffff, endOfChain),
    ...streams.map((name) => directoryEntry(name, 2, 0xffffffff, endOfChain)),
  ];
  const directory = Buffer.alloc(sector);
  Buffer.concat(entries).copy(directory);
  return Buffer.concat([header, table, directory]);
}

export const docOf = (): Buffer => oleOf('WordDocument', '1Table');

function canvas(width: number, height: number): Sharp {
  // Two colors, so that a wrong rotation shows: red above, blue below.
  const half = { width, height: Math.ceil(height / 2), channels: 3 as const };
  const input = { create: { ...half, background: '#2040c0' } };
  return sharp({ create: { width, height, channels: 3, background: '#c02020' } }).composite([
    { input, gravity: 'south' },
  ]);
}

/** An image, red above and blue below. */
export function pictureOf(
  kind: 'png' | 'jpeg' | 'webp' | 'avif' | 'gif',
  { width = 64, height = 48 } = {},
): Promise<Buffer> {
  return canvas(width, height).toFormat(kind).toBuffer();
}

/** A phone photo: stored sideways, with orientation, location and camera in its EXIF. */
export function photoOf({ width = 64, height = 48, taken = '', offset = '' } = {}) {
  return canvas(width, height)
    .jpeg()
    .withExif({
      IFD0: { Make: 'Telephone' },
      IFD2: {
        ...(taken && { DateTimeOriginal: taken }),
        ...(offset && { OffsetTimeOriginal: offset }),
      },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '30/1 19/1 56/1' },
    })
    .withMetadata({ orientation: 6 })
    .toBuffer();
}

function box(type: string, ...content: readonly (Buffer | string)[]): Buffer {
  const bytes = Buffer.concat(content.map((piece) => Buffer.from(piece as string, 'latin1')));
  const head = Buffer.alloc(8);
  head.writeUInt32BE(bytes.length + 8);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, bytes]);
}

/** An `ftyp` box, with which MP4, HEIC and AVIF files begin. */
export function ftypOf(main: string, ...others: readonly string[]): Buffer {
  return box('ftyp', main, '\0\0\u0002\0', ...others);
}

/** An MP4 without tracks; with `size` padded to exactly that many bytes. */
export function mp4Of(size = 1_000): Buffer {
  const header = Buffer.alloc(100);
  header.writeUInt32BE(1_000, 12);
  const start = Buffer.concat([
    ftypOf('isom', 'isom', 'iso2', 'mp41'),
    box('moov', box('mvhd', header)),
  ]);
  return Buffer.concat([start, box('mdat', Buffer.alloc(size - start.length - 8, 7))]);
}

export const csvOf = (): Buffer =>
  Buffer.from('\ufeffname,miles\r\n"O\'Neil, Zoë",412\r\n=1+1,7\r\n');

/** One file of each kind that training and reports accept, by a usual file name. */
export async function sampleFiles(): Promise<Record<string, Buffer>> {
  return {
    'handbook.pdf': pdfOf('Handbook'),
    'letter.doc': docOf(),
    'letter.docx': officeOf('docx'),
    'miles.xls': oleOf('Workbook'),
    'miles.xlsx': officeOf('xlsx'),
    'safety.ppt': oleOf('PowerPoint Document', 'Current User'),
    'safety.pptx': officeOf('pptx'),
    'note.txt': Buffer.from('Load from the front.\n'),
    'miles.csv': csvOf(),
    'deck.png': await pictureOf('png'),
    'photo.jpg': await photoOf(),
    'deck.webp': await pictureOf('webp'),
    'deck.avif': await pictureOf('avif'),
    'deck.gif': await pictureOf('gif'),
    'loading.mp4': mp4Of(),
  };
}

/** A HEIC picture of 640 × 480 pixels, taken on 3 November 2026 at 14:22:10 -06:00; nothing here can write one. */
export const heicPicture = Buffer.from(
  `
    AAAAHGZ0eXBoZWljAAAAAG1pZjFoZWljbWlhZgAAAYFtZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAA
    AAAAAAAAAA5waXRtAAAAAAABAAAANGlsb2MAAAAAREAAAgABAAAAAAGlAAEAAAAAAAAChgACAAAAAAQrAAEAAAAAAAAA
    WAAAADhpaW5mAAAAAAACAAAAFWluZmUCAAAAAAEAAGh2YzEAAAAAFWluZmUCAAABAAIAAEV4aWYAAAAAwGlwcnAAAACi
    aXBjbwAAAHZodmNDAQNwAAAAAAAAAAAAWvAA/P34+AAADwMgAAEAGEABDAH//wNwAAADAJAAAAMAAAMAWroCQCEAAQAp
    QgEBA3AAAAMAkAAAAwAAAwBaoAUCAeFlupJKa5sCAAADAAIAAAMAAhAiAAEAB0QBwXKwYkAAAAAUaXNwZQAAAAAAAAKA
    AAAB4AAAABBwaXhpAAAAAAMICAgAAAAWaXBtYQAAAAAAAAABAAEDgQKDAAAAGmlyZWYAAAAAAAAADmNkc2MAAgABAAEA
    AALmbWRhdAAAAoIoAa8JxAhZJiSHWVVTgCE5dV///Rjf//wjTyH7XLB0HMPLuNNZ4fr3Mxd0AABZAAD4YegXru5chDvs
    s5Vq/uqAPppYb9WH0Sh75DsosHvi/zP0f9JBF6lau2Y6YAAAAwAAAwAAAwAETKL3Mxd0AABkAADnAAwc0idVaavya3AD
    mh5Z4AAAAwAAAwAAAwAOOJMAAP8ADCAAAAMACLnV6q01fk1uAUE6e9AAAAMAAAMAAAMAZkCHKwAhuRPioqmTxHpRki8c
    40jtwvffI8t9SWI0aFHau+0rVZtRPG7zx7dNVPSE06xuqZnp3bXhRd5Q4Rz0aM1VAENZbHTunqRm0b+4gALnF5+cRAj3
    gv1ZU87JFqF//IfPkZgNNpQaT2eZv9l4hdRuPqHtKEplO2loDhbOwAn0SNZ1DBILuJWA4eMBscwGcsCkOCB0Ba9/OUft
    BmISb57hK1DD0VmJZogAK4SKv1pNwBdZ3+EfrezkJn/2st872vMlbsAT6sZ8QKrvs4o5nrdHCnP/b/vEEAAAAwAAAwAA
    AwN+AAADAAADAAADAAA9Xetw/nKP2gzEJN89wlahh6L8boduqaTcAXWd/hH63s5CZ+I525pzgvowBPqxnxAqu+zijmil
    XEKWb+b/Q9EAAAMAAAMAAAMA/YAAAAMAAAMAAAMAA799efwXAKjgnt48oTlybvaaz8D7AX1mTcAXWd/hH63s5CZ+JJ28
    871A+gCZJ9L5QLiCqziU0sPruID+b/Q9EAAAAwAAAwAAFnAAAAMAAHxvrz+C4BUcE9vHlCcuTd7TWfk1fsnrOAEdtQ2V
    R18WMsfiRdvIBYQaMAT6sZ8QKrvs4o5n7ddD0AAABfQAAAAATU0AKgAAAAgAAYdpAAQAAAABAAAAGgAAAAAAApADAAIA
    AAAUAAAAOJARAAIAAAAHAAAATAAAAAAyMDI2OjExOjAzIDE0OjIyOjEwAC0wNjowMAAA
  `,
  'base64',
);

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

/** A PNG of one grey bit a pixel: a small file of any size on the screen. */
export function greyOf(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width);
  header.writeUInt32BE(height, 4);
  header.writeUInt8(1, 8);
  const row = Math.ceil(width / 8) + 1;
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(row * height), { level: 1 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
