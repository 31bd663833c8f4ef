import type { Server } from 'socket.io';
import type { SignedIn } from '../signed-in.ts';

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
export type Sockets = Server<Events, Events, Events, Connection>;

/** The room of a person's connections; only the server puts anybody into one. */
export const userRoom = (userId: number) => `user:${userId}`;
/** The room of the connections of one log-in. */
export const sessionRoom = (jti: string) => `session:${jti}`;
/** The room of every admin's connections. */
export const adminsRoom = 'admins';

/** Tells open pages what has happened; without any it says nothing. Called after the commit. */
export class Realtime {
  #sockets: Sockets | null = null;

  /** From now on there are pages to tell. */
  attach(sockets: Sockets): void {
    this.#sockets = sockets;
  }

  /** Sends an event to every open page of these people. */
  toUsers(userIds: readonly number[], event: string, ...payload: unknown[]): void {
    // To no room at all would be to everybody.
    if (userIds.length > 0) this.#sockets?.to(userIds.map(userRoom)).emit(event, ...payload);
  }

  /** Sends an event to every open page of an admin. */
  toAdmins(event: string, ...payload: unknown[]): void {
    this.#sockets?.to(adminsRoom).emit(event, ...payload);
  }
}
