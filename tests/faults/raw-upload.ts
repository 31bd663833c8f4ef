/** Streams generated uploads, which may be larger than the memory. */
import { createHash } from 'node:crypto';
import { request } from 'node:http';
import { Readable } from 'node:stream';
import { json } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { boundary, partHead } from '../harness/multipart.ts';

interface Content {
  name: string;
  start: Buffer;
  /** Total bytes. */
  size: number;
  end: Buffer;
}

const piece = Buffer.alloc(256 * 1024, '%\n');

/** The bytes of a content in chunks. */
function* bytesOf({ start, size, end }: Content): Generator<Buffer> {
  yield start;
  for (let left = size - start.length - end.length; left > 0; left -= piece.length) {
    yield left < piece.length ? piece.subarray(0, left) : piece;
  }
  yield end;
}

/** Hex SHA-256 of a content. */
export function sha256Of(content: Content): string {
  const hash = createHash('sha256');
  for (const bytes of bytesOf(content)) hash.update(bytes);
  return hash.digest('hex');
}

/** Sends text fields, then the content; returns status and reply. */
export async function sendContent(
  url: string,
  token: string,
  fields: Record<string, string>,
  content: Content,
): Promise<{ status: number; body: unknown }> {
  const texts = Object.entries(fields).map(([name, value]) => `${partHead({ name })}${value}\r\n`);
  const head = Buffer.from(texts.join('') + partHead({ name: 'file', filename: content.name }));
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`);
  const sending = request(url, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'content-length': head.length + content.size + tail.length,
    },
  });
  const answered = new Promise<{ status: number; body: unknown }>((resolve, reject) => {
    sending.once('error', reject);
    sending.once('response', (response) => {
      json(response).then((body) => resolve({ status: response.statusCode ?? 0, body }), reject);
    });
  });
  function* all() {
    yield head;
    yield* bytesOf(content);
    yield tail;
  }
  await pipeline(Readable.from(all()), sending);
  return answered;
}
