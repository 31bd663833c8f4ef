/** Sends the same body again and again, so many at once: each connection its next one as soon as it is answered. */
import { Agent, request } from 'node:http';
import { onTask } from './task.ts';

export interface SendersTask {
  url: string;
  headers: Record<string, string>;
  /** What stands before and behind the bytes of the file. */
  start: string;
  end: string;
  /** Bytes of the file. */
  size: number;
  atOnce: number;
  count: number;
}

/** Seconds until the last was answered. */
export type Sent = number;

onTask<SendersTask>(async ({ url, headers, start, end, size, atOnce, count }, tell) => {
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce });
  const body = Buffer.alloc(Buffer.byteLength(start) + size + Buffer.byteLength(end), 'bytes. ');
  body.write(start);
  body.write(end, body.length - Buffer.byteLength(end));
  const sent = { ...headers, 'content-length': String(body.length) };
  const send = () =>
    new Promise<void>((resolve, reject) => {
      request(url, { method: 'POST', headers: sent, agent }, (response) => {
        if (response.statusCode === 201) response.resume().once('end', resolve);
        else reject(new Error(`${new URL(url).pathname} answered ${response.statusCode}`));
      })
        .once('error', reject)
        .end(body);
    });
  tell('measuring');
  const from = performance.now();
  let left = count;
  const sendNext = async () => {
    while (left > 0) {
      left -= 1;
      await send();
    }
  };
  await Promise.all(Array.from({ length: atOnce }, sendNext));
  return (performance.now() - from) / 1000;
});
