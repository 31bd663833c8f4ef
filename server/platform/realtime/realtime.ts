import type { Server } from 'socket.io';
import type { AuthUser } from '../accounts/access.ts';

/** An event sent by a page. */
export interface PageEvent {
  user: AuthUser;
  /** Not validated. */
  payload: unknown;
  socketId: string;
  ip: string;
}

/** Returns the acknowledgement; a thrown error is acknowledged as `{success: false, error}`. */
export type Listener = (event: PageEvent) => Promise<object | undefined>;

export interface Connection {
  user: AuthUser;
  token: string;
  /** Number of sessions that had ended on this node when the token was checked. */
  endings: number;
  /** When the token expires, in milliseconds since 1970. */
  expires: number;
}

type Events = Record<string, (...payload: unknown[]) => void>;
/** Events between nodes. */
interface NodeEvents {
  /** Events may have been lost. */
  gap: () => void;
  alive: (node: string) => void;
  /** The node shuts down after sending all its events. */
  leaving: (node: string) => void;
  /** Returns which of the users have a page open on the receiving node. */
  presence: (userIds: readonly number[], answer: (connected: readonly number[]) => void) => void;
  /** Emits an event to the receiving node's pages. */
  tell: (rooms: string[], except: string[], event: string, payload: unknown[]) => void;
}
export type Sockets = Server<Events, Events, NodeEvents, Connection>;

// Socket.IO rooms; only the server joins sockets to them.
export const userRoom = (userId: number) => `user:${userId}`;
export const sessionRoom = (jti: string) => `session:${jti}`;
export const adminsRoom = 'admins';
export const everyoneRoom = 'everyone';

/** Returns those of the users who have a page open on this node. */
export function connectedHere(io: Sockets, userIds: readonly number[]): number[] {
  return userIds.filter((userId) => io.sockets.adapter.rooms.has(userRoom(userId)));
}

/** Emits to this node's sockets in any of `rooms` and in none of `except`. */
function emitLocally(
  io: Sockets,
  rooms: string[],
  except: string[],
  event: string,
  payload: unknown[],
): void {
  // Without a room Socket.IO would emit to everyone.
  if (rooms.length === 0) return;
  io.local
    .to(rooms)
    .except(except)
    .emit(event, ...payload);
}

type Presence = (userIds: readonly number[]) => Promise<readonly number[]>;

/** Sends live updates to open pages; a no-op until sockets are attached. Call after the commit. */
export class Realtime {
  #sockets: Sockets | null = null;
  readonly #listeners = new Map<string, Listener>();
  #elsewhere: Presence | null = null;

  /** `elsewhere` returns which users have a page open on the other nodes. */
  attach(sockets: Sockets, elsewhere: Presence | null = null): void {
    this.#sockets = sockets;
    this.#elsewhere = elsewhere;
    sockets.on('tell', (...event) => emitLocally(sockets, ...event));
  }

  /** Open connections of pages to this node. */
  get connections(): number {
    return this.#sockets?.sockets.sockets.size ?? 0;
  }

  /** Whether the user has a page open on this node. */
  isHere(userId: number): boolean {
    return this.#sockets !== null && connectedHere(this.#sockets, [userId]).length > 0;
  }

  /** Returns those of the users who have a page open on any node; a node that doesn't respond in 5 s has none. */
  async connectedAmong(userIds: readonly number[]): Promise<Set<number>> {
    const connected = new Set(this.#sockets ? connectedHere(this.#sockets, userIds) : []);
    const unknown = userIds.filter((userId) => !connected.has(userId));
    if (unknown.length > 0 && this.#elsewhere) {
      for (const userId of await this.#elsewhere(unknown)) connected.add(userId);
    }
    return connected;
  }

  /** Registers the listener of a page event; call before sockets are attached. */
  listen(event: string, listener: Listener): void {
    this.#listeners.set(event, listener);
  }

  get listeners(): ReadonlyMap<string, Listener> {
    return this.#listeners;
  }

  toUsers(userIds: readonly number[], event: string, ...payload: unknown[]): void {
    this.#tell(userIds.map(userRoom), [], event, payload);
  }

  /** Emits to every open page of the users except one socket. */
  toUsersExcept(
    socketId: string,
    userIds: readonly number[],
    event: string,
    ...payload: unknown[]
  ): void {
    // Every socket is alone in the room named by its id.
    this.#tell(userIds.map(userRoom), [socketId], event, payload);
  }

  toAdmins(event: string, ...payload: unknown[]): void {
    this.#tell([adminsRoom], [], event, payload);
  }

  toEveryone(event: string, ...payload: unknown[]): void {
    this.#tell([everyoneRoom], [], event, payload);
  }

  /** Emits to the admins except this one. */
  toOtherAdmins(userId: number, event: string, ...payload: unknown[]): void {
    this.#tell([adminsRoom], [userRoom(userId)], event, payload);
  }

  /** Emits locally right away, in the order of the calls; the adapter's own broadcast would wait for the other nodes first. */
  #tell(rooms: string[], except: string[], event: string, payload: unknown[]): void {
    if (!this.#sockets) return;
    emitLocally(this.#sockets, rooms, except, event, payload);
    if (this.#elsewhere) this.#sockets.serverSideEmit('tell', rooms, except, event, payload);
  }
}
