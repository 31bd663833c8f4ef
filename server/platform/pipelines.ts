import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** Requests of one connection that are answered at the same time. */
const maxUnderWay = 4;
/** In one turn of the event loop: visitors' requests that begin as they arrive, and connections whose requests waited. */
const maxPerTurn = { visitors: 64, waiting: 8 };
/** What is parsed at once (bytes): a chunk of 64 kB can hold 2,000 requests, and each takes a kB. Bodies take more. */
const pieceBytes = { headers: 4 * 1024, body: 16 * 1024 };

type Bytes = Buffer<ArrayBuffer>;

interface Connection {
  socket: Socket;
  underWay: number;
  /** Requests that arrived before the first one was answered, or in a crowd. */
  waiting: [IncomingMessage, ServerResponse][];
  /** The one that arrived last; its body may still be arriving. */
  latest: IncomingMessage | null;
  /** Whether the rest waits in the socket. */
  isHeld: boolean;
  isDue: boolean;
}

/**
 * Answers a few requests of a connection at a time, while the others wait in its socket, unparsed: Node would begin all
 * that a client sends without awaiting answers. So that nobody waits for a crowd, its requests begin in several turns of
 * the event loop. Register it last, because it passes requests to the other listeners.
 */
export function limitPipelines({ server }: FastifyInstance): void {
  const connections = new WeakMap<Socket, Connection>();
  const listeners = server.listeners('request');
  const due: Connection[] = [];
  let visitors = 0;

  function start(connection: Connection, request: IncomingMessage, response: ServerResponse): void {
    connection.underWay += 1;
    // Otherwise Node would close the connection while the response is being made.
    response.on('timeout', () => {
      if (connection.socket.writableLength > 0) connection.socket.destroy();
    });
    response.once('close', () => {
      connection.underWay -= 1;
      if (connection.isHeld || connection.waiting.length > 0) later(connection);
    });
    for (const listener of listeners) listener.call(server, request, response);
  }

  function later(connection: Connection): void {
    if (connection.isDue) return;
    connection.isDue = true;
    if (due.push(connection) === 1) setImmediate(goOn);
  }

  function goOn(): void {
    for (const connection of due.splice(0, maxPerTurn.waiting)) {
      const { socket, waiting } = connection;
      connection.isDue = false;
      // What follows the last answer of a connection isn't answered.
      if (!socket.writable) waiting.length = 0;
      for (const [request, response] of waiting.splice(0, maxUnderWay - connection.underWay)) {
        start(connection, request, response);
      }
      if (!connection.isHeld || waiting.length > 0) continue;
      connection.isHeld = false;
      socket.resume();
    }
    if (due.length > 0) setImmediate(goOn);
  }

  /** Signed-in callers needn't wait for a crowd; `Overload` refuses them while they are one. */
  function hasTurn({ headers }: IncomingMessage): boolean {
    if (headers.authorization !== undefined) return true;
    if (visitors === 0) {
      setImmediate(() => {
        visitors = 0;
      });
    }
    visitors += 1;
    return visitors <= maxPerTurn.visitors;
  }

  server.removeAllListeners('request');
  server.on('request', (request, response) => {
    const connection = connections.get(request.socket) as Connection;
    connection.latest = request;
    if (connection.underWay === 0 && connection.waiting.length === 0 && hasTurn(request)) {
      start(connection, request, response);
    } else {
      connection.waiting.push([request, response]);
      later(connection);
    }
  });

  server.on('connection', (socket: Socket) => {
    const connection: Connection = {
      socket,
      underWay: 0,
      waiting: [],
      latest: null,
      isHeld: false,
      isDue: false,
    };
    connections.set(socket, connection);
    const [parse] = socket.listeners('data');
    socket.removeAllListeners('data');
    socket.on('data', (chunk: Bytes) => {
      const rest = readPieces(connection, chunk, (piece) => parse?.call(socket, piece));
      if (rest.length === 0) return;
      // A socket that Node has paused, it also resumes.
      connection.isHeld ||= connection.waiting.length > 0;
      if (connection.isHeld) socket.pause();
      socket.unshift(rest);
    });
  });
  // Node would detach its parser.
  server.prependListener('upgrade', (_request, socket) => socket.removeAllListeners('data'));
}

/** Passes a chunk to Node's parser and returns the rest: the parser takes nothing while its socket is paused. */
function readPieces(connection: Connection, chunk: Bytes, parse: (piece: Bytes) => void): Bytes {
  const { socket, waiting } = connection;
  let from = 0;
  // Without a listener it is a WebSocket now. Node also resumes a socket that waits, to read a body.
  const isReading = () =>
    waiting.length === 0 && !socket.isPaused() && socket.listenerCount('data') > 0;
  while (from < chunk.length && isReading()) {
    const isInBody = connection.latest?.complete === false;
    const end = from + pieceBytes[isInBody ? 'body' : 'headers'];
    parse(chunk.subarray(from, end));
    from = end;
    // Neither what follows bytes that aren't HTTP, nor what follows the last request.
    if (!socket.writable) from = chunk.length;
  }
  return chunk.subarray(from);
}
