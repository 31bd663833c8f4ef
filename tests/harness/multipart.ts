/** Multipart bodies and small real PDFs, byte by byte, so that tests can also make broken ones. */
import { createHash } from 'node:crypto';

export interface Part {
  name: string;
  value: string | Buffer;
  /** Makes the part a file. */
  filename?: string;
  type?: string;
}

export interface Multipart {
  payload: Buffer;
  headers: { 'content-type': string };
}

export const boundary = 'a-boundary-of-tests';

/** The header block of one part. */
export function partHead({ name, filename, type }: Omit<Part, 'value'>): string {
  const file = filename === undefined ? '' : `; filename="${filename}"`;
  const kind = type ?? (filename === undefined ? null : 'application/octet-stream');
  const typeLine = kind === null ? '' : `Content-Type: ${kind}\r\n`;
  return `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${file}\r\n${typeLine}\r\n`;
}

/** A whole multipart/form-data body. */
export function multipartOf(parts: readonly Part[]): Multipart {
  const pieces = parts.flatMap((part) => [
    Buffer.from(partHead(part)),
    Buffer.from(part.value as string),
    Buffer.from('\r\n'),
  ]);
  return {
    payload: Buffer.concat([...pieces, Buffer.from(`--${boundary}--\r\n`)]),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  };
}

/** Text fields of a multipart body: other values are sent as JSON, undefined is left out. */
export function textParts(fields: object): Part[] {
  return Object.entries(fields)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => ({
      name,
      value: typeof value === 'string' ? value : JSON.stringify(value),
    }));
}

/** A multipart/form-data body of text fields and, when given, a file. */
export function formBody(fields: object, file?: Part | null): Multipart {
  return multipartOf([...textParts(fields), ...(file ? [file] : [])]);
}

/** A one-page PDF; with `size` padded to exactly that many bytes. */
export function pdfOf(text = 'Resume', size?: number): Buffer {
  const start = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>endobj
4 0 obj<</Length ${text.length + 32}>>stream
BT /F1 18 Tf 20 100 Td (${text}) Tj ET
endstream endobj
5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj
`;
  const end = 'trailer<</Root 1 0 R/Size 6>>\n%%EOF\n';
  const filler = size === undefined ? '' : `%${'.'.repeat(size - start.length - end.length - 2)}\n`;
  return Buffer.from(start + filler + end);
}

/** Hex SHA-256. */
export function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
