import type { Socket } from 'socket.io-client';

/** Pause before reconnecting after the server refused a connection (ms). */
const refusedPauseMs = 30_000;

/**
 * 'closed': not open; 'connecting': the first attempt, or the first after a disconnect; 'offline': an attempt failed, others follow.
 */
export type ConnectionState = 'closed' | 'connecting' | 'connected' | 'offline';

/** A connection to the server, shared by every feature of a page. */
export interface Connection {
  readonly state: ConnectionState;
  /** Connects and reconnects until the returned function is called. `onRefused`: the session may have ended. */
  open(token: string, onRefused: () => void): () => void;
  /**
   * Listens for an event across reconnects; events during a gap are lost. One that arrived in the last `missed` ms is
   * told at once, without its payload. Returns the unsubscribe function.
   */
  on(event: string, listener: (payload: unknown) => void, missed?: number): () => void;
  /** Calls the listener on each change of state. Returns the unsubscribe function. */
  onState(listener: (state: ConnectionState) => void): () => void;
  /** Emits without delivery guarantee. Returns false when not connected. */
  emit(event: string, payload: unknown): boolean;
  /** Resolves with the server's acknowledgement. Rejects when not connected, on disconnect and after `timeout` ms; the event may have arrived all the same. */
  emitWithAck(event: string, payload: unknown, timeout: number): Promise<unknown>;
}

/** A closed connection; its listeners survive reopening. */
export function makeConnection(): Connection {
  const listeners = new Map<string, Set<(payload: unknown) => void>>();
  const arrivals = new Map<string, number>();
  const watchers = new Set<(state: ConnectionState) => void>();
  let state: ConnectionState = 'closed';
  let socket: Socket | null = null;

  const turn = (next: ConnectionState) => {
    if (state === next) return;
    state = next;
    for (const watcher of [...watchers]) watcher(next);
  };
  const dispatch = (event: string, payload: unknown) => {
    arrivals.set(event, Date.now());
    for (const listener of [...(listeners.get(event) ?? [])]) listener(payload);
  };

  function open(token: string, onRefused: () => void): () => void {
    let own: Socket | null = null;
    let closed = false;
    let again: ReturnType<typeof setTimeout> | undefined;

    const later = () => {
      if (closed) return;
      turn('offline');
      again = setTimeout(() => (own ? own.connect() : void start()), refusedPauseMs);
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
        // The script failed to load: the page works without it and tries again.
        later();
      }
    }

    function listenTo(line: Socket): void {
      line.on('connect', () => turn('connected'));
      // The library reconnects after a disconnect, but not after a refusal.
      line.on('connect_error', () => {
        if (line.active) turn('offline');
        else refused();
      });
      line.on('disconnect', (reason) => {
        if (closed) return;
        if (reason === 'io server disconnect') refused();
        else turn('connecting');
      });
      line.onAny((event: string, payload: unknown) => dispatch(event, payload));
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
    on(event, listener, missed = 0) {
      const own = listeners.get(event) ?? new Set();
      listeners.set(event, own.add(listener));
      if (Date.now() - (arrivals.get(event) ?? 0) < missed) listener(undefined);
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
    emitWithAck(event, payload, timeout) {
      // The library would buffer it and send it after the reconnect, beside the caller's own retry.
      if (state !== 'connected' || socket === null) return Promise.reject(new Error('no line'));
      return socket.timeout(timeout).emitWithAck(event, payload);
    },
  };
}
