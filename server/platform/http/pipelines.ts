import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** Requests of one connection that are answered at the same time. */
const maxUnderWay = 4;
/** In one turn of the event loop: visitors' requests that begin as they arrive, and connections whose requests waited. */
const maxPerTurn = { visitors: 64, waiting: 8 };
/** What is parsed at once (bytes): a chunk of 64 kB can hold 2,000 requests, and each takes a kB. Bodies take more. */
const pieceBytes = { headers: 4 * 1024, body: 16 * 1024 };
/**
 * How long all connections are read in pieces after one had a request before the answer to the last: that takes 2 µs
 * more for each request, so it must not be the rule.
 */
const inPiecesMs = 60_000;

type Bytes = Buffer<ArrayBuffer>;

interface Connection {
  socket: Socket;
  underWay: number;
  /** Requests that arrived before the first one was answered, or in a crowd. */
  waiting: [IncomingMessage, ServerResponse][];
  /** The one that arrived last; its body may still be arriving. */
  latest: IncomingMessage | null;
  isInPieces: boolean;
  /** Whether the rest waits in the socket. */
  isHeld: boolean;
  isDue: boolean;
}

const connections = new WeakMap<Socket, Connection>();

/** Whether requests of a connection wait for its earlier ones, perhaps with half a header: the client isn't slow then. */
export function isWaiting(socket: Socket): boolean {
  const connection = connections.get(socket);
  return connection !== undefined && (connection.isHeld || connection.waiting.length > 0);
}

/**
 * Answers a few requests of a connection at a time, while the others wait in its socket, unparsed: Node would begin all
 * that a client sends without awaiting answers. So that nobody waits for a crowd, its requests begin in several turns of
 * the event loop. Register it last, because it passes requests to the other listeners.
 */
export function limitPipelines({ server }: FastifyInstance): void {
  const listeners = server.listeners('request');
  const due: Connection[] = [];
  const open = new Set<Connection>();
  let visitors = 0;
  let inPiecesUntil = Number.NEGATIVE_INFINITY;

  function start(connection: Connection, request: IncomingMessage, response: ServerResponse): void {
    connection.underWay += 1;
    response.on('timeout', cutUnread).on('close', onClose);
    for (const listener of listeners) listener.call(server, request, response);
  }

  function onClose(this: ServerResponse): void {
    const connection = connections.get(this.req.socket) as Connection;
    connection.underWay -= 1;
    if (connection.isHeld || connection.waiting.length > 0) later(connection);
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

  function readAllInPieces(): void {
    const now = performance.now();
    if (now >= inPiecesUntil) for (const connection of open) readInPieces(connection);
    inPiecesUntil = now + inPiecesMs;
  }

  server.removeAllListeners('request');
  server.on('request', (request, response) => {
    const connection = connections.get(request.socket) as Connection;
    connection.latest = request;
    const isPipelined = connection.underWay > 0 || connection.waiting.length > 0;
    if (!isPipelined && hasTurn(request)) return start(connection, request, response);
    connection.waiting.push([request, response]);
    later(connection);
    if (isPipelined) readAllInPieces();
  });

  server.on('connection', (socket: Socket) => {
    const connection: Connection = {
      socket,
      underWay: 0,
      waiting: [],
      latest: null,
      isInPieces: false,
      isHeld: false,
      isDue: false,
    };
    connections.set(socket, connection);
    open.add(connection);
    socket.once('close', () => open.delete(connection));
    if (performance.now() < inPiecesUntil) readInPieces(connection);
  });
  server.prependListener('upgrade', ({ socket }: IncomingMessage) => {
    open.delete(connections.get(socket) as Connection);
    // Node would have detached its parser.
    socket.removeAllListeners('data');
  });
}

/** From now on, Node's parser gets what arrives in pieces. */
function readInPieces(connection: Connection): void {
  const { socket } = connection;
  const [parse] = socket.listeners('data');
  if (!parse || connection.isInPieces) return;
  connection.isInPieces = true;
  socket.removeAllListeners('data');
  socket.on('data', (chunk: Bytes) => {
    const rest = parsePieces(connection, chunk, (piece) => parse.call(socket, piece));
    if (rest.length === 0) return;
    // A socket that Node has paused, it also resumes.
    connection.isHeld ||= connection.waiting.length > 0;
    if (connection.isHeld) socket.pause();
    socket.unshift(rest);
  });
}

/** Cuts a connection without progress, unless its response is still being made: by itself, Node would cut that too. */
function cutUnread(socket: Socket): void {
  if (socket.writableLength > 0) socket.destroy();
}

/** Passes a chunk to Node's parser and returns the rest: the parser takes nothing while its socket is paused. */
function parsePieces(connection: Connection, chunk: Bytes, parse: (piece: Bytes) => void): Bytes {
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
