import type { Socket } from 'socket.io-client';

/** Before a page that was turned away asks to be let in again (ms). */
const turnedAway = 30_000;

/**
 * 'closed': nobody wants a line; 'connecting': the first try, or the one right after a line broke;
 * 'offline': a try has failed, others follow.
 */
export type LineState = 'closed' | 'connecting' | 'connected' | 'offline';

/** A line to the server, for every feature of a page. */
export interface Connection {
  readonly state: LineState;
  /** Connects, and comes back by itself, until the returned function is called. `onRefused`: the session may have ended. */
  open(token: string, onRefused: () => void): () => void;
  /** Listens for an event, over every reconnect; what is said in a gap is not repeated. Answers the way to stop. */
  on(event: string, listener: (payload: unknown) => void): () => void;
  /** Told of each change of the state; answers the way to stop. */
  onState(listener: (state: LineState) => void): () => void;
  /** Says something that may get lost: nothing is kept for later. Answers whether there was a line. */
  emit(event: string, payload: unknown): boolean;
  /** The server's answer; rejects without a line, when it breaks, and after `timeout` ms. It may have arrived all the same. */
  ask(event: string, payload: unknown, timeout: number): Promise<unknown>;
}

/** A line that is closed; its listeners stay from one opening to the next. */
export function makeConnection(): Connection {
  const listeners = new Map<string, Set<(payload: unknown) => void>>();
  const watchers = new Set<(state: LineState) => void>();
  let state: LineState = 'closed';
  let socket: Socket | null = null;

  const turn = (next: LineState) => {
    if (state === next) return;
    state = next;
    for (const watcher of [...watchers]) watcher(next);
  };
  const tell = (event: string, payload: unknown) => {
    for (const listener of [...(listeners.get(event) ?? [])]) listener(payload);
  };

  function open(token: string, onRefused: () => void): () => void {
    let own: Socket | null = null;
    let closed = false;
    let again: ReturnType<typeof setTimeout> | undefined;

    const later = () => {
      if (closed) return;
      turn('offline');
      again = setTimeout(() => (own ? own.connect() : void start()), turnedAway);
    };
    const refused = () => {
      onRefused();
      later();
    };

    async function start(): Promise<void> {
      try {
        const { io } = await import('socket.io-client');
        if (closed) return;
        own = io({
          auth: { token },
          transports: ['websocket', 'polling'],
          tryAllTransports: true,
          reconnectionDelay: 500,
          reconnectionDelayMax: 5_000,
        });
        listenTo(own);
        socket = own;
      } catch {
        // The script did not arrive: the page works without it, and asks again.
        later();
      }
    }

    function listenTo(line: Socket): void {
      line.on('connect', () => turn('connected'));
      // A line that breaks is mended by the library; a refusal is for us.
      line.on('connect_error', () => {
        if (line.active) turn('offline');
        else refused();
      });
      line.on('disconnect', (reason) => {
        if (closed) return;
        if (reason === 'io server disconnect') refused();
        else turn('connecting');
      });
      line.onAny((event: string, payload: unknown) => tell(event, payload));
    }

    turn('connecting');
    void start();
    return () => {
      closed = true;
      clearTimeout(again);
      if (own !== null && socket === own) socket = null;
      turn('closed');
      own?.disconnect();
    };
  }

  return {
    get state() {
      return state;
    },
    open,
    on(event, listener) {
      const own = listeners.get(event) ?? new Set();
      listeners.set(event, own.add(listener));
      return () => own.delete(listener);
    },
    onState(listener) {
      watchers.add(listener);
      return () => watchers.delete(listener);
    },
    emit(event, payload) {
      if (state !== 'connected') return false;
      socket?.volatile.emit(event, payload);
      return true;
    },
    ask(event, payload, timeout) {
      // The library would keep it, and send it after the reconnect beside the one that is sent again.
      if (state !== 'connected' || socket === null) return Promise.reject(new Error('no line'));
      return socket.timeout(timeout).emitWithAck(event, payload);
    },
  };
}
