/** A TCP connection that sends raw bytes, for tests of broken, slow and incomplete requests. */
import { connect, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

export interface RawClient {
  socket: Socket;
  /** The data received so far. */
  text: () => string;
  isClosed: () => boolean;
  /** Resolves to all received data once the connection is closed. */
  response: Promise<string>;
}

/** Connects and sends the bytes; the connection is closed after the test at the latest. */
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
