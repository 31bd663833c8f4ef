import { createReadStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { GetObjectCommand, HeadBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { Disk } from 'flydrive';
import { S3Driver } from 'flydrive/drivers/s3';
import { type BucketAddress, bucketOf } from '../../settings/bucket-address.ts';
import { Breaker } from './breaker.ts';
import type { ByteRange, Storage, StoredBytes } from './storage.ts';
import { assertKey, isKey, ObjectNotFound, send } from './storage.ts';

/** Whether the bucket closed the connection, perhaps one that we kept. The client can't repeat a stream itself. */
function isDropped(error: unknown): boolean {
  const { code, cause } = error as { code?: unknown; cause?: unknown };
  return code === 'ECONNRESET' || code === 'EPIPE' || (cause instanceof Error && isDropped(cause));
}

/** Whether the service responded that there is no such object. */
function isMissing(error: unknown): boolean {
  return error instanceof Error && (error.name === 'NoSuchKey' || error.name === 'NotFound');
}

/** Credentials come from the standard AWS_* environment. */
function openClient({ region, endpoint }: BucketAddress, socketTimeout: number): S3Client {
  return new S3Client({
    region: region ?? process.env.AWS_REGION ?? 'us-east-1',
    ...(endpoint && { endpoint, forcePathStyle: true }),
    // Many S3-compatible stores don't know the newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // Failures reach our log as errors; by default the client also writes to the console.
    logger: { debug() {}, info() {}, warn() {}, error() {} },
    maxAttempts: 3,
    requestHandler: { connectionTimeout: 2_000, socketTimeout },
  });
}

/** Files in a bucket. */
class S3Storage implements Storage {
  readonly #client: S3Client;
  readonly #bucket: string;
  readonly #disk: Disk;
  readonly #breaker = new Breaker();

  constructor(client: S3Client, bucket: string) {
    this.#client = client;
    this.#bucket = bucket;
    const driver = new S3Driver({ client, bucket, visibility: 'private', supportsACL: false });
    this.#disk = new Disk(driver);
  }

  get isPaused(): boolean {
    return this.#breaker.isOpen;
  }

  async put(key: string, temporaryFile: string, mediaType: string): Promise<void> {
    assertKey(key);
    await this.#breaker.run(async () => {
      const { size: contentLength } = await stat(temporaryFile);
      const options = { contentType: mediaType, contentLength };
      const send = () => this.#disk.putStream(key, createReadStream(temporaryFile), options);
      await send().catch((error) => {
        if (!isDropped(error)) throw error;
        return send();
      });
    });
    await rm(temporaryFile, { force: true });
  }

  read(key: string): Promise<Readable> {
    return this.#bytesOf(key);
  }

  async open(key: string, { start, end }: ByteRange): Promise<StoredBytes> {
    const bytes = await this.#bytesOf(key, `bytes=${start}-${end}`);
    return {
      sendTo: async (to, check) => {
        for await (const chunk of bytes as AsyncIterable<Uint8Array>) {
          check?.(chunk);
          await send(to, chunk);
        }
      },
      close: async () => {
        bytes.destroy();
      },
    };
  }

  async remove(key: string): Promise<void> {
    assertKey(key);
    await this.#breaker.run(() => this.#disk.delete(key));
  }

  async *list() {
    let paginationToken: string | undefined;
    do {
      const options = { recursive: true, paginationToken };
      const page = await this.#breaker.run(() => this.#disk.listAll('/', options));
      for (const object of page.objects) {
        if (!object.isFile || !isKey(object.key)) continue;
        yield { key: object.key, changed: (await object.getMetaData()).lastModified };
      }
      paginationToken = page.paginationToken;
    } while (paginationToken);
  }

  async ping(): Promise<void> {
    await this.#client.send(new HeadBucketCommand({ Bucket: this.#bucket }));
  }

  async #bytesOf(key: string, range?: string): Promise<Readable> {
    assertKey(key);
    const answer = await this.#breaker.run(async () => {
      try {
        // flydrive can't read ranges.
        return await this.#client.send(
          new GetObjectCommand({ Bucket: this.#bucket, Key: key, Range: range }),
        );
      } catch (error) {
        // The service responded, so the breaker must not count a failure.
        if (isMissing(error)) return null;
        throw error;
      }
    });
    if (!(answer?.Body instanceof Readable)) throw new ObjectNotFound(key);
    return answer.Body;
  }
}

/** Opens `s3://bucket?region=…&endpoint=…`, with an idle timeout in milliseconds. */
export function openS3Storage(storageUrl: string, socketTimeout = 15_000): Storage {
  const address = bucketOf(storageUrl, 'STORAGE_URL');
  return new S3Storage(openClient(address, socketTimeout), address.bucket);
}
