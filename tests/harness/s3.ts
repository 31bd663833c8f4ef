/** A bucket for tests: s3rver on a free port with a temporary folder. */
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from 's3rver';
import { freePort } from './free-port.ts';
import { until } from './until.ts';

export interface Bucket {
  /** For STORAGE_URL. */
  url: string;
  /** Stops it; idempotent. */
  close: () => Promise<void>;
}

/** Starts S3 with one empty bucket and sets its credentials for this process. */
export async function startBucket(): Promise<Bucket> {
  const directory = await mkdtemp(join(tmpdir(), 'headrack-s3-'));
  const port = await freePort();
  const bucket = { name: 'files', configs: [] };
  const server = new S3rver({
    port,
    address: '127.0.0.1',
    silent: true,
    directory,
    configureBuckets: [bucket],
  });
  answerWhenWritten(server);
  await server.run();
  let running = true;
  process.env.AWS_ACCESS_KEY_ID = 'S3RVER';
  process.env.AWS_SECRET_ACCESS_KEY = 'S3RVER';
  return {
    url: `s3://files?region=us-east-1&endpoint=http://127.0.0.1:${port}`,
    close: async () => {
      if (!running) return;
      running = false;
      await server.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** S3 answers a PUT when the object can be read; s3rver may answer before it has written the last bytes. */
function answerWhenWritten({ store }: S3rver): void {
  const put = store.putObject.bind(store);
  store.putObject = async (object) => {
    const stored = await put(object);
    const path = store.getResourcePath(object.bucket, object.key, 'object');
    // It may not even have created the file.
    const size = () =>
      stat(path).then(
        (found) => found.size,
        () => -1,
      );
    await until('the object is written', 5_000, async () => (await size()) >= stored.size);
    return stored;
  };
}
