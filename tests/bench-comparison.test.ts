/** The benchmarks time only responses with the right bytes. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { verified } from '../bench/comparison.ts';
import { load } from '../bench/load-generator.ts';

/** Responds with these bodies in turns, each in two packets. */
async function serve(...bodies: Buffer[]): Promise<{ url: string; pid: number }> {
  let count = 0;
  const server = createServer(async (_request, response) => {
    const body = bodies[count++ % bodies.length] ?? Buffer.alloc(0);
    response.write(body.subarray(0, 1));
    await pause(2);
    response.end(body.subarray(1));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/`, pid: process.pid };
}

const response = Buffer.from('é');

test('fails when one response has other bytes', async () => {
  const target = await serve(response, response, response, Buffer.from('è'));
  await expect(load({ ...target, response }, 0.3)).rejects.toThrow(/ other bodies/);
});

test('fails when the response before or after the load has other bytes', async () => {
  const target = await serve(Buffer.from('è!'));
  await expect(verified({ ...target, response })).rejects.toThrow('3 bytes instead of 2');
  const verify = () => Promise.reject(new Error('not a list'));
  await expect(verified({ ...target, verify })).rejects.toThrow('not a list');
});
