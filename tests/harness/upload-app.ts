/** A small app that receives an upload and returns the files to store. */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import multipart from '@fastify/multipart';
import Fastify from 'fastify';
import type { ErrorBody, UploadRule } from '#contract/wire/endpoint.ts';
import { handleErrors } from '#server/platform/http/error-replies.ts';
import { emptyTemporaryFolder, temporaryFolder } from '#server/platform/runtime/data-dir.ts';
import {
  multipartOptions,
  receiveUpload,
  type TemporaryFile,
} from '#server/platform/uploads/receive-upload.ts';
import type { ImageVariant } from '#server/platform/uploads/reencode.ts';
import { type Config, readConfig } from '#server/settings/config.ts';
import { multipartOf, type Part } from './multipart.ts';

export interface UploadResponse {
  status: number;
  body: Partial<TemporaryFile & ErrorBody> & { textFields?: Record<string, string> };
  /** The file as it would be stored. */
  bytes: Buffer | null;
  /** With `imageWidths`: every stored variant, the smallest first. */
  variants: UploadedVariant[];
}

export interface UploadedVariant {
  kind: string;
  width: number;
  height: number;
  size: number;
  sha256: string;
  bytes: Buffer;
}

export type UploadApp = Awaited<ReturnType<typeof startUploadApp>>;

async function readVariant(variant: ImageVariant | TemporaryFile): Promise<UploadedVariant> {
  const { kind, width = 0, height = 0, size, sha256, path } = variant;
  return { kind, width, height, size, sha256, bytes: await readFile(path) };
}

/** Starts the app; the field is `file` unless the rule names another. */
export async function startUploadApp(rule: Partial<UploadRule>, config: Partial<Config> = {}) {
  const dataDir = config.dataDir ?? (await mkdtemp(join(tmpdir(), 'headrack-uploads-')));
  const settings = { ...readConfig({ DATA_DIR: dataDir }), ...config };
  const whole: UploadRule = {
    field: 'file',
    kinds: ['pdf'],
    required: true,
    maxBytes: 'usual',
    ...rule,
  };
  await emptyTemporaryFolder(dataDir);
  let bytes: Buffer | null = null;
  let variants: UploadedVariant[] = [];
  let running = 0;
  const app = Fastify();
  handleErrors(app, { note: () => {} });
  await app.register(multipart, multipartOptions);
  app.post('/upload', async (request) => {
    bytes = null;
    variants = [];
    running += 1;
    const upload = await receiveUpload(request, whole, { config: settings }).finally(() => {
      running -= 1;
    });
    try {
      await upload.reencode('anyone');
      const { fields } = upload;
      const [file] = upload.files;
      if (file && file.size < 100 * 1024 * 1024) bytes = await readFile(file.path);
      if (file?.variants) variants = await Promise.all([...file.variants, file].map(readVariant));
      return { ...file, path: undefined, variants: undefined, textFields: fields };
    } finally {
      await upload.discard();
    }
  });
  const address = await app.listen({ port: 0, host: '127.0.0.1' });
  const left = () => readdir(temporaryFolder(dataDir));

  async function sendParts(parts: readonly Part[]): Promise<UploadResponse> {
    const response = await app.inject({ method: 'POST', url: '/upload', ...multipartOf(parts) });
    return { status: response.statusCode, body: response.json(), bytes, variants };
  }

  return {
    app,
    url: `${address}/upload`,
    sendParts,
    send: (value: Buffer | string, filename = 'file.pdf') =>
      sendParts([{ name: whole.field, value, filename }]),
    /** Names of the files in the folder for temporary files. */
    left,
    /** Counts connections, uploads in progress and temporary files. */
    async pending(): Promise<number> {
      const connections = await new Promise<number>((resolve) => {
        app.server.getConnections((_error, count) => resolve(count));
      });
      return connections + running + (await left()).length;
    },
    async stop() {
      await app.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
