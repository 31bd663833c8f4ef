import { type FileHandle, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  type S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { bucketOf } from '../bucket-address.ts';
import {
  type Backup,
  type BackupFile,
  type BackupRepository,
  BackupsUnreachable,
  manifestFile,
  type StartOptions,
  type UnfinishedBackup,
} from './backup-repository.ts';
import { isMissing, openS3Client } from './storage/s3-client.ts';
import { ObjectNotFound } from './storage/storage.ts';

/** The files of all backups, each under its SHA-256: what several backups have is stored once. */
const objects = 'objects/';
const trialFile = 'last-trial.json';
/** A larger file is sent in parts of this size; S3 takes 10,000 parts. */
const partBytes = 16 * 1024 * 1024;
const maxParts = 10_000;
const socketTimeout = 60_000;
/** Breaks of the connection in a row after which reading a file fails. */
const maxBreaks = 3;
/** An object may belong to a backup that another machine is making. */
const unusedMs = 24 * 60 * 60_000;

/**
 * Backups in a bucket: `2026-11-24/manifest.json` lists the files of a backup by their hashes, `objects/<sha256>` are the
 * files of all.
 */
export class BackupBucket implements BackupRepository {
  readonly #client: S3Client;
  readonly #bucket: string;
  readonly #prefix: string;
  readonly #address: string;

  constructor(address: string) {
    const parts = bucketOf(address, 'The address of the backups');
    this.#client = openS3Client(parts, socketTimeout);
    this.#bucket = parts.bucket;
    this.#prefix = parts.prefix;
    this.#address = address;
  }

  async list(): Promise<string[]> {
    const names: string[] = [];
    for await (const { CommonPrefixes = [] } of this.#pages('', '/')) {
      for (const { Prefix = '' } of CommonPrefixes) {
        const name = Prefix.slice(this.#prefix.length);
        // Nothing but the manifest of a backup is under its name.
        if (name !== objects) names.push(name.slice(0, -1));
      }
    }
    return names;
  }

  open(name: string): Backup {
    const [place = '', query] = this.#address.split('?');
    return {
      address: `${place.replace(/\/+$/, '')}/${name}${query ? `?${query}` : ''}`,
      readManifest: () => this.#readText(`${name}/${manifestFile}`),
      read: async (file) => {
        const first = await this.#get(objects + file.sha256, 0);
        return Readable.from(this.#rest(file, first), { objectMode: false });
      },
    };
  }

  async start(day: string, folder: string, { isAnew }: StartOptions): Promise<UnfinishedBackup> {
    const stored = isAnew ? new Map<string, number>() : await this.#sizes();
    const isStored = ({ sha256, size }: BackupFile) => stored.get(sha256) === size;
    const remove = ({ path }: BackupFile) => rm(join(folder, path), { force: true });
    return {
      folder,
      address: this.open(day).address,
      add: async (file) => {
        if (!isStored(file)) await this.#put(objects + file.sha256, join(folder, file.path));
        stored.set(file.sha256, file.size);
        await remove(file);
      },
      reuse: async (file) => isStored(file),
      remove,
      finish: (manifest) => this.#writeText(`${day}/${manifestFile}`, manifest),
    };
  }

  async rename(name: string, to: string): Promise<void> {
    const manifest = await this.#readText(`${name}/${manifestFile}`);
    if (manifest !== null) await this.#writeText(`${to}/${manifestFile}`, manifest);
    await this.#delete(`${name}/${manifestFile}`);
  }

  async remove(names: readonly string[], now: Date): Promise<void> {
    for (const name of names) await this.#delete(`${name}/${manifestFile}`);
    const used = new Set<string>();
    for (const name of await this.list()) {
      const text = await this.#readText(`${name}/${manifestFile}`);
      const { files } = JSON.parse(text ?? '{"files":[]}') as { files: BackupFile[] };
      for (const { sha256 } of files) used.add(sha256);
    }
    for await (const { Contents = [] } of this.#pages(objects)) {
      for (const { Key = '', LastModified } of Contents) {
        const key = Key.slice(this.#prefix.length);
        const age = now.getTime() - (LastModified ?? now).getTime();
        if (!used.has(key.slice(objects.length)) && age > unusedMs) await this.#delete(key);
      }
    }
  }

  readTrial(): Promise<string | null> {
    return this.#readText(trialFile);
  }

  writeTrial(text: string): Promise<void> {
    return this.#writeText(trialFile, text);
  }

  /** Any failure names what to check: the client's own messages are often only a code. */
  async #run<T>(work: (to: { Bucket: string }) => Promise<T>): Promise<T> {
    try {
      return await work({ Bucket: this.#bucket });
    } catch (cause) {
      throw isMissing(cause) ? cause : this.#unreachable(cause);
    }
  }

  #unreachable(cause: unknown): Error {
    if (cause instanceof BackupsUnreachable || cause instanceof ObjectNotFound) return cause;
    const { name, message, code } = cause as Error & { code?: string };
    return new BackupsUnreachable(
      `The bucket ${this.#bucket} of the backups can't be used (${message || code || name}). Check its address, the network and the credentials.`,
      { cause },
    );
  }

  async *#pages(prefix: string, Delimiter?: string) {
    let token: string | undefined;
    do {
      const page = await this.#run((to) =>
        this.#client.send(
          new ListObjectsV2Command({
            ...{ ...to, Prefix: this.#prefix + prefix, Delimiter, ContinuationToken: token },
          }),
        ),
      );
      yield page;
      token = page.NextContinuationToken;
    } while (token);
  }

  /** The sizes of all stored files, by hash. */
  async #sizes(): Promise<Map<string, number>> {
    const sizes = new Map<string, number>();
    for await (const { Contents = [] } of this.#pages(objects)) {
      for (const { Key = '', Size = -1 } of Contents) {
        sizes.set(Key.slice(this.#prefix.length + objects.length), Size);
      }
    }
    return sizes;
  }

  async #get(key: string, from: number): Promise<Readable> {
    const Range = from > 0 ? `bytes=${from}-` : undefined;
    const { Body } = await this.#run((to) =>
      this.#client.send(new GetObjectCommand({ ...to, Key: this.#prefix + key, Range })),
    ).catch((error) => {
      throw isMissing(error) ? new ObjectNotFound(key) : error;
    });
    return Body as Readable;
  }

  /** Continues after a break of the connection: a restore of hours must not start again. */
  async *#rest({ sha256, size }: BackupFile, first: Readable): AsyncGenerator<Buffer> {
    let source: Readable | null = first;
    for (let [at, breaks] = [0, 0]; ; ) {
      try {
        source ??= await this.#get(objects + sha256, at);
        for await (const chunk of source as AsyncIterable<Buffer>) {
          at += chunk.length;
          breaks = 0;
          yield chunk;
        }
        return;
      } catch (error) {
        breaks += 1;
        if (at >= size || breaks > maxBreaks) throw this.#unreachable(error);
        source = null;
      }
    }
  }

  async #readText(key: string): Promise<string | null> {
    try {
      return await new Response(Readable.toWeb(await this.#get(key, 0)) as ReadableStream).text();
    } catch (error) {
      if (error instanceof ObjectNotFound) return null;
      throw error;
    }
  }

  async #writeText(key: string, text: string): Promise<void> {
    const Key = this.#prefix + key;
    await this.#run((to) =>
      this.#client.send(new PutObjectCommand({ ...to, Key, Body: Buffer.from(text) })),
    );
  }

  async #delete(key: string): Promise<void> {
    const Key = this.#prefix + key;
    await this.#run((to) => this.#client.send(new DeleteObjectCommand({ ...to, Key })));
  }

  /** Sends a file in buffers, which the client can send again after a failure. */
  async #put(key: string, file: string): Promise<void> {
    const handle = await open(file);
    try {
      const { size } = await handle.stat();
      const Key = this.#prefix + key;
      if (size > partBytes) await this.#putInParts(Key, handle, size);
      else {
        const Body = await handle.readFile();
        await this.#run((to) => this.#client.send(new PutObjectCommand({ ...to, Key, Body })));
      }
    } finally {
      await handle.close();
    }
  }

  async #putInParts(Key: string, handle: FileHandle, size: number): Promise<void> {
    const length = Math.max(partBytes, Math.ceil(size / maxParts));
    await this.#run(async ({ Bucket }) => {
      const created = await this.#client.send(new CreateMultipartUploadCommand({ Bucket, Key }));
      const upload = { Bucket, Key, UploadId: created.UploadId };
      try {
        const Parts: { ETag: string | undefined; PartNumber: number }[] = [];
        for (let at = 0; at < size; at += length) {
          const Body = Buffer.allocUnsafe(Math.min(length, size - at));
          const { bytesRead } = await handle.read(Body, 0, Body.length, at);
          if (bytesRead < Body.length) throw new Error('a file was shortened while it was sent');
          const PartNumber = Parts.length + 1;
          const part = new UploadPartCommand({ ...upload, PartNumber, Body });
          const { ETag } = await this.#client.send(part);
          Parts.push({ ETag, PartNumber });
        }
        const MultipartUpload = { Parts };
        const complete = new CompleteMultipartUploadCommand({ ...upload, MultipartUpload });
        await this.#client.send(complete);
      } catch (error) {
        await this.#client.send(new AbortMultipartUploadCommand(upload)).catch(() => undefined);
        throw error;
      }
    });
  }
}
