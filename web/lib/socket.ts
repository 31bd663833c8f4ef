import type { Socket } from 'socket.io-client';

/** Before a page that was turned away asks to be let in again (ms). */
const turnedAway = 30_000;

export interface SocketListeners {
  /** Connected, for the first time or again: what was said meanwhile is not repeated. */
  onConnect: () => void;
  /** The server does not let this page in, or has put it out: the session may have ended. */
  onRefused: () => void;
  /** By the name of the event. */
  on: Record<string, (payload: unknown) => void>;
}

/** Keeps a connection to the server until the returned function is called; it comes back by itself. */
export function openSocket(token: string, listeners: SocketListeners): () => void {
  let socket: Socket | null = null;
  let closed = false;
  let again: ReturnType<typeof setTimeout> | undefined;

  const later = () => {
    if (!closed) again = setTimeout(() => (socket ? socket.connect() : void start()), turnedAway);
  };
  const refused = () => {
    listeners.onRefused();
    later();
  };

  async function start(): Promise<void> {
    try {
      const { io } = await import('socket.io-client');
      if (closed) return;
      socket = io({
        auth: { token },
        transports: ['websocket', 'polling'],
        tryAllTransports: true,
        reconnectionDelay: 500,
        reconnectionDelayMax: 5_000,
      });
      const own = socket;
      own.on('connect', listeners.onConnect);
      // A line that breaks is mended by the library; a refusal is for us.
      own.on('connect_error', () => {
        if (!own.active) refused();
      });
      own.on('disconnect', (reason) => {
        if (reason === 'io server disconnect') refused();
      });
      for (const [event, listener] of Object.entries(listeners.on)) own.on(event, listener);
    } catch {
      // The script did not arrive: the page works without it, and asks again.
      later();
    }
  }

  void start();
  return () => {
    closed = true;
    clearTimeout(again);
    socket?.disconnect();
  };
}
