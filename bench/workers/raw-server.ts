/** Bare node:http: the hardware baseline for the same bytes. */
import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { onTask } from './on-task.ts';

export type RawTask =
  | { kind: 'bytes'; status: number; headers: Record<string, string>; body: Buffer }
  | { kind: 'file'; path: string; headers: Record<string, string> }
  /** Writes each body to a file and fsyncs it. */
  | { kind: 'sink'; folder: string };

function listenerOf(task: RawTask): RequestListener {
  switch (task.kind) {
    case 'bytes': {
      // A copy: a view into the IPC message's memory is slower to write.
      const body = Buffer.from(task.body);
      return (_request, response) => {
        response.writeHead(task.status, task.headers);
        response.end(body);
      };
    }
    case 'file':
      return (_request, response) => {
        response.writeHead(200, task.headers);
        pipeline(createReadStream(task.path), response).catch(() => response.destroy());
      };
    case 'sink':
      return (request, response) => {
        const path = join(task.folder, randomUUID());
        pipeline(request, createWriteStream(path, { flush: true })).then(
          () => response.writeHead(201, { 'content-type': 'application/json' }).end('{}'),
          () => response.destroy(),
        );
      };
  }
}

onTask<RawTask>(async (task) => {
  const server = createServer(listenerOf(task));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
