/** A proxy in front of a bucket that simulates failures of the provider or the network. */
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Bucket, startBucket } from './s3.ts';

/** `cut`: a response that ends midway; `dropped`: the next connection ends without one; `silent`: no response. */
export type Fault = 'none' | 'forbidden' | 'cut' | 'dropped' | 'silent';

export interface FaultyBucket extends Bucket {
  /** From now on. */
  fault: Fault;
  /** Number of requests. */
  asked: number;
}

const forbidden =
  '<?xml version="1.0"?><Error><Code>AccessDenied</Code><Message>Access Denied</Message></Error>';

/** Starts a bucket behind that proxy. */
export async function startFaultyBucket(): Promise<FaultyBucket> {
  const bucket = await startBucket();
  const endpoint = new URL(new URL(bucket.url).searchParams.get('endpoint') ?? '');
  const proxy = createServer((incoming, outgoing) => {
    faulty.asked += 1;
    if (faulty.fault === 'silent') return;
    if (faulty.fault === 'dropped') {
      faulty.fault = 'none';
      incoming.socket.destroy();
      return;
    }
    if (faulty.fault === 'forbidden') {
      incoming.resume();
      outgoing.writeHead(403, { 'content-type': 'application/xml' }).end(forbidden);
      return;
    }
    const { method, url, headers } = incoming;
    const { hostname, port } = endpoint;
    const asked = request({ hostname, port, method, path: url, headers }, (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers);
      if (faulty.fault === 'none') response.pipe(outgoing);
      else response.once('data', (piece) => outgoing.write(piece, () => outgoing.destroy()));
    });
    asked.once('error', () => outgoing.destroy());
    incoming.pipe(asked);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const { port } = proxy.address() as AddressInfo;
  const faulty: FaultyBucket = {
    url: `s3://files?region=us-east-1&endpoint=http://127.0.0.1:${port}`,
    fault: 'none',
    asked: 0,
    close: async () => {
      proxy.closeAllConnections();
      await new Promise((resolve) => proxy.close(resolve));
      await bucket.close();
    },
  };
  return faulty;
}
