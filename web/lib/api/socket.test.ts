import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Server } from 'socket.io';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Connection, type ConnectionState, makeConnection } from './socket.ts';

let http: ReturnType<typeof createServer>;
let io: Server;
let connection: Connection;
let states: ConnectionState[];
let close: () => void;
const onRefused = vi.fn();

beforeEach(async () => {
  http = createServer();
  io = new Server(http, { serveClient: false });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const { port } = http.address() as AddressInfo;
  // The browser APIs that the library requires.
  const host = `127.0.0.1:${port}`;
  vi.stubGlobal('location', { protocol: 'http:', host, hostname: '127.0.0.1', port: `${port}` });
  connection = makeConnection();
  states = [];
  connection.onState((state) => void states.push(state));
  close = () => {};
  onRefused.mockClear();
});
afterEach(async () => {
  close();
  await io.close();
});

const reached = (state: ConnectionState) =>
  vi.waitFor(() => expect(connection.state).toBe(state), { timeout: 5000 });

test('resolves with the acknowledgement and buffers nothing while disconnected', async () => {
  const asked: unknown[] = [];
  io.on('connection', (socket) => {
    socket.on('ask', (payload: unknown, answer: (reply: unknown) => void) => {
      asked.push(payload);
      if (payload === 'answer') {
        socket.emit('news');
        answer('here');
      }
      if (payload === 'cut') socket.conn.close();
    });
  });
  connection.emit('ask', 'too early');
  await expect(connection.emitWithAck('ask', 'too early', 1000)).rejects.toThrow();
  close = connection.open('token', onRefused);
  await reached('connected');
  await expect(connection.emitWithAck('ask', 'answer', 1000)).resolves.toBe('here');
  await expect(connection.emitWithAck('ask', 'silence', 50)).rejects.toThrow();
  await expect(connection.emitWithAck('ask', 'cut', 60_000)).rejects.toThrow();
  await reached('connected');
  await expect(connection.emitWithAck('ask', 'answer', 1000)).resolves.toBe('here');
  // It came while nobody listened, such as a page that opens only now.
  const missed = vi.fn();
  for (const event of ['news', 'other']) connection.on(event, () => missed(event), 60_000);
  expect(missed.mock.calls).toEqual([['news']]);
  expect(asked).toEqual(['answer', 'silence', 'cut', 'answer']);
});

test('reports a refused or ended connection, and closes on request', async () => {
  io.use((socket, next) => {
    next(socket.handshake.auth.token === 'good' ? undefined : new Error('no'));
  });
  close = connection.open('bad', onRefused);
  await reached('offline');
  expect(onRefused).toHaveBeenCalledTimes(1);
  close();
  expect(connection.state).toBe('closed');
  close = connection.open('good', onRefused);
  await reached('connected');
  io.disconnectSockets(true);
  await reached('offline');
  expect(onRefused).toHaveBeenCalledTimes(2);
  close();
  expect(states).toEqual([
    'connecting',
    'offline',
    'closed',
    'connecting',
    'connected',
    'offline',
    'closed',
  ]);
});
