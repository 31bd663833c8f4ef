import type { Server } from 'socket.io';
import type { SignedIn } from '../signed-in.ts';

/** An event that a page has sent. */
export interface PageEvent {
  user: SignedIn;
  /** What came with it, unchecked. */
  payload: unknown;
  /** The connection that it came over. */
  socketId: string;
  /** The sender's address. */
  ip: string;
}

/** Answers what the page's acknowledgement says; a refusal is told as `{success: false, error}`. */
export type Listener = (event: PageEvent) => Promise<object | undefined>;

/** What is known of a connection. */
export interface Connection {
  user: SignedIn;
  token: string;
  /** How many sessions had ended here when its own was looked up. */
  endings: number;
  /** When its token runs out, in milliseconds since 1970. */
  expires: number;
}

type Events = Record<string, (...payload: unknown[]) => void>;
/** What one node says to the others. */
interface NodeEvents {
  /** Something may not have arrived. */
  gap: () => void;
  /** The node of that name is there. */
  alive: (node: string) => void;
  /** It ends in order: all that it had to say is said. */
  leaving: (node: string) => void;
  /** Asks which of these people have a page open there. */
  presence: (userIds: readonly number[], answer: (connected: readonly number[]) => void) => void;
  /** Says an event to the pages that are open there. */
  tell: (rooms: string[], except: string[], event: string, payload: unknown[]) => void;
}
export type Sockets = Server<Events, Events, NodeEvents, Connection>;

/** The room of a person's connections; only the server puts anybody into one. */
export const userRoom = (userId: number) => `user:${userId}`;
/** The room of the connections of one log-in. */
export const sessionRoom = (jti: string) => `session:${jti}`;
/** The room of every admin's connections. */
export const adminsRoom = 'admins';

/** The room of everybody's connections. */
export const everyoneRoom = 'everyone';

/** Those of these people who have a page open on this node. */
export function connectedHere(io: Sockets, userIds: readonly number[]): number[] {
  return userIds.filter((userId) => io.sockets.adapter.rooms.has(userRoom(userId)));
}

/** Says an event to everybody in these rooms who is on this node and in none of the others. */
function tellHere(
  io: Sockets,
  rooms: string[],
  except: string[],
  event: string,
  payload: unknown[],
): void {
  // To no room at all would be to everybody.
  if (rooms.length === 0) return;
  io.local
    .to(rooms)
    .except(except)
    .emit(event, ...payload);
}

type Presence = (userIds: readonly number[]) => Promise<readonly number[]>;

/** Tells open pages what has happened; without any it says nothing. Called after the commit. */
export class Realtime {
  #sockets: Sockets | null = null;
  readonly #listeners = new Map<string, Listener>();
  #elsewhere: Presence | null = null;

  /** From now on there are pages to tell; `elsewhere` asks the other nodes who has one open there. */
  attach(sockets: Sockets, elsewhere: Presence | null = null): void {
    this.#sockets = sockets;
    this.#elsewhere = elsewhere;
    sockets.on('tell', (...told) => tellHere(sockets, ...told));
  }

  /** Whether that person has a page open on this node. */
  isHere(userId: number): boolean {
    return this.#sockets !== null && connectedHere(this.#sockets, [userId]).length > 0;
  }

  /** Those of these people who have a page open, on whichever node; a node that does not answer within 5 s has none. */
  async connectedAmong(userIds: readonly number[]): Promise<Set<number>> {
    const connected = new Set(this.#sockets ? connectedHere(this.#sockets, userIds) : []);
    const unknown = userIds.filter((userId) => !connected.has(userId));
    if (unknown.length > 0 && this.#elsewhere) {
      for (const userId of await this.#elsewhere(unknown)) connected.add(userId);
    }
    return connected;
  }

  /** From now on what pages send under that name goes to this listener; before there are any. */
  listen(event: string, listener: Listener): void {
    this.#listeners.set(event, listener);
  }

  /** Who listens to what pages send. */
  get listeners(): ReadonlyMap<string, Listener> {
    return this.#listeners;
  }

  /** Sends an event to every open page of these people. */
  toUsers(userIds: readonly number[], event: string, ...payload: unknown[]): void {
    this.#tell(userIds.map(userRoom), [], event, payload);
  }

  /** Sends an event to every open page of these people but one connection. */
  toUsersExcept(
    socketId: string,
    userIds: readonly number[],
    event: string,
    ...payload: unknown[]
  ): void {
    // A connection is alone in the room that bears its id.
    this.#tell(userIds.map(userRoom), [socketId], event, payload);
  }

  /** Sends an event to every open page of an admin. */
  toAdmins(event: string, ...payload: unknown[]): void {
    this.#tell([adminsRoom], [], event, payload);
  }

  /** Sends an event to every open page of whoever is signed in. */
  toEveryone(event: string, ...payload: unknown[]): void {
    this.#tell([everyoneRoom], [], event, payload);
  }

  /** Sends an event to every open page of the admins but one. */
  toOtherAdmins(userId: number, event: string, ...payload: unknown[]): void {
    this.#tell([adminsRoom], [userRoom(userId)], event, payload);
  }

  /** Here at once, so that the order is that of the calls; the adapter's own broadcast would wait for the other nodes first. */
  #tell(rooms: string[], except: string[], event: string, payload: unknown[]): void {
    if (!this.#sockets) return;
    tellHere(this.#sockets, rooms, except, event, payload);
    if (this.#elsewhere) this.#sockets.serverSideEmit('tell', rooms, except, event, payload);
  }
}
