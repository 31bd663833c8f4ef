/** A TCP connection that sends bytes as they are, for tests of broken, slow and half requests. */
import { connect, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

export interface RawClient {
  socket: Socket;
  /** What has come back so far. */
  text: () => string;
  isClosed: () => boolean;
  /** Resolves to everything that came back, once the connection is closed. */
  response: Promise<string>;
}

/** Connects within a test and sends the bytes; the connection ends with the test at the latest. */
export function rawClient(url: string, ...bytes: readonly (string | Buffer)[]): RawClient {
  const { hostname, port } = new URL(url);
  let text = '';
  const socket = connect(Number(port), hostname, () => {
    for (const piece of bytes) socket.write(piece, 'latin1');
  });
  onTestFinished(() => void socket.destroy());
  socket.on('data', (piece) => {
    text += piece.toString('latin1');
  });
  socket.on('error', () => undefined);
  const response = new Promise<string>((resolve) => socket.once('close', () => resolve(text)));
  return { socket, text: () => text, isClosed: () => socket.closed, response };
}
