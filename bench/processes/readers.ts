/** Several who fetch the same address again and again; counts the bytes that come, also of what is not whole at the end. */
import { Agent, get } from 'node:http';
import { onTask } from './task.ts';

export interface ReadersTask {
  url: string;
  readers: number;
  warmUpSeconds: number;
  seconds: number;
}

export interface Read {
  bytes: number;
  /** Whole answers. */
  answers: number;
  seconds: number;
}

onTask<ReadersTask>(async ({ url, readers, warmUpSeconds, seconds }, tell) => {
  const agent = new Agent({ keepAlive: true });
  let [bytes, answers, over] = [0, 0, false];

  const fetchOnce = () =>
    new Promise<void>((resolve, reject) => {
      const request = get(url, { agent }, (response) => {
        if (response.statusCode !== 200) reject(new Error(`answered ${response.statusCode}`));
        response.on('data', (piece: Buffer) => {
          bytes += piece.length;
          if (over) request.destroy();
        });
        response.once('end', () => {
          answers += 1;
        });
        response.once('close', resolve);
      });
      request.once('error', (error) => (over ? resolve() : reject(error)));
    });
  const read = async () => {
    while (!over) await fetchOnce();
  };
  const pause = (length: number) => new Promise((resolve) => setTimeout(resolve, length * 1000));

  const all = Promise.all(Array.from({ length: readers }, read));
  await Promise.race([all, pause(warmUpSeconds)]);
  [bytes, answers] = [0, 0];
  tell('measuring');
  const from = performance.now();
  await Promise.race([all, pause(seconds)]);
  const result: Read = { bytes, answers, seconds: (performance.now() - from) / 1000 };
  over = true;
  await all;
  return result;
});
