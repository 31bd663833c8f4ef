import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/** A server that only answers, in a thread of its own: how long that takes shows what the machine itself delays. */
export async function startBareServer() {
  const source = `
    require('node:http').createServer((_, response) => response.end('{}')).listen(0, '127.0.0.1', function () {
      require('node:worker_threads').parentPort.postMessage(this.address().port);
    });`;
  const worker = new Worker(source, { eval: true });
  const [port] = await once(worker, 'message');
  return { url: `http://127.0.0.1:${port}/`, close: () => worker.terminate() };
}
