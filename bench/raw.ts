/** The limit of a read: node:http that answers the same bytes. */
import { request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { type Child, startChild } from './child.ts';
import type { Target } from './load.ts';
import type { RawTask } from './processes/raw-server.ts';

export interface Answer {
  status: number;
  headers: Record<string, string>;
  /** As it came over the wire, compressed when it was. */
  body: Buffer;
}

/** One GET, its body left as it came. */
export function get(url: string, headers: Record<string, string> = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    request(url, { headers }, async (response) => {
      const answered = Object.entries(response.headers).map(([name, value]) => [
        name,
        String(value),
      ]);
      const body = await buffer(response);
      resolve({ status: response.statusCode ?? 0, headers: Object.fromEntries(answered), body });
    })
      .once('error', reject)
      .end();
  });
}

/** Starts node:http with that one task; its answer is its address. */
export function startRaw(task: RawTask): Promise<Child<string>> {
  return startChild<string>(new URL('./processes/raw-server.ts', import.meta.url), task);
}

const carried = ['content-type', 'content-encoding', 'content-length', 'etag'];

/** Asks ours once and hands `work` a node:http that answers the same bytes from then on. */
export async function withSameBytes<T>(
  ours: Target,
  work: (raw: Target) => Promise<T>,
): Promise<T> {
  const { status, headers, body } = await get(ours.url, ours.headers);
  if (status !== (ours.expect ?? 200)) throw new Error(`${ours.url} answered ${status}`);
  const kept = Object.entries(headers).filter(([name]) => carried.includes(name));
  const task = { kind: 'bytes', status, headers: Object.fromEntries(kept), body } as const;
  const raw = await startRaw(task);
  try {
    return await work({ ...ours, pid: raw.pid, url: raw.answer });
  } finally {
    await raw.stop();
  }
}
