import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  hkdfSync,
  randomBytes,
  randomUUID,
  verify,
} from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { until } from './until.ts';

/** A push from the server. */
export interface Posted {
  path: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** A browser with its private keys. */
export interface Browser {
  /** In the format sent to the server. */
  subscription: { endpoint: string; p256dh: string; auth: string };
  /** The pushes received so far, in order; throws when one cannot be decrypted. */
  received: () => unknown[];
  posts: () => Posted[];
}

export interface PushService {
  /** Host and port, for PUSH_SERVICES. */
  host: string;
  /** Statuses of the next responses; 201 after them. */
  answers: number[];
  /** It responds only after this. */
  gate: Promise<unknown>;
  posted: Posted[];
  browser: () => Browser;
  /** Resolves after that many posts. */
  count: (posts: number) => Promise<void>;
  close: () => Promise<void>;
}

/** A local push service (RFC 8030). */
export async function startPushService(): Promise<PushService> {
  const posted: Posted[] = [];
  const answers: number[] = [];
  const server = createServer(async (request, response) => {
    const { url: path = '', headers } = request;
    posted.push({ path, headers, body: await buffer(request) });
    // Taken with the post: later statuses are for the next test.
    const status = answers.shift() ?? 201;
    await service.gate;
    response.writeHead(status).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const service: PushService = {
    host,
    answers,
    gate: Promise.resolve(),
    posted,
    browser: () => makeBrowser(host, posted),
    count: async (posts) => {
      await until(`${posts} pushes`, 30_000, () => posted.length >= posts);
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  return service;
}

function makeBrowser(host: string, posted: readonly Posted[]): Browser {
  const path = `/push/${randomUUID()}`;
  const keys = createECDH('prime256v1');
  keys.generateKeys();
  const secret = randomBytes(16);
  const posts = () => posted.filter((post) => post.path === path);
  return {
    subscription: {
      endpoint: `http://${host}${path}`,
      p256dh: keys.getPublicKey('base64url'),
      auth: secret.toString('base64url'),
    },
    posts,
    received: () => posts().map(({ body }) => JSON.parse(decrypt(body, keys, secret))),
  };
}

/** RFC 8188 and 8291, one record. */
function decrypt(body: Buffer, keys: ReturnType<typeof createECDH>, secret: Buffer): string {
  const salt = body.subarray(0, 16);
  const theirs = body.subarray(21, 21 + body.readUInt8(20));
  const encrypted = body.subarray(21 + theirs.length);
  const derive = (key: Uint8Array, from: Uint8Array, info: Uint8Array, length: number) =>
    Buffer.from(hkdfSync('sha256', key, from, info, length));
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), keys.getPublicKey(), theirs]);
  const key = derive(keys.computeSecret(theirs), secret, info, 32);
  const part = (name: string, length: number) =>
    derive(key, salt, Buffer.from(`Content-Encoding: ${name}\0`), length);
  const cipher = createDecipheriv('aes-128-gcm', part('aes128gcm', 16), part('nonce', 12));
  cipher.setAuthTag(encrypted.subarray(-16));
  const open = Buffer.concat([cipher.update(encrypted.subarray(0, -16)), cipher.final()]);
  // The last record ends with a 2.
  return open.subarray(0, open.lastIndexOf(2)).toString();
}

/** The claims of a post's VAPID header (RFC 8292); throws unless the key that it names has signed them. */
export function claimsOf({ headers }: Posted): { key: string; claims: Record<string, unknown> } {
  const [, token = '', key = ''] =
    /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(headers.authorization ?? '') ?? [];
  const point = Buffer.from(key, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((n) => n.toString('base64url'));
  const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
  const [header = '', payload = '', seal = ''] = token.split('.');
  const isSigned = verify(
    'sha256',
    Buffer.from(`${header}.${payload}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(seal, 'base64url'),
  );
  if (!isSigned) throw new Error('the signature is not of that key');
  return { key, claims: JSON.parse(Buffer.from(payload, 'base64url').toString()) };
}
