import { EventEmitter } from 'node:events';

/** Whose sessions have ended: an account's (all, or all but one), or one token's alone. */
export type Ended = { userId: number; exceptJti?: string } | { jti: string };

/** Tells what keeps a connection open that an account or a session has ended; fired after the commit. */
export interface AccountEvents {
  onEnded(listener: (who: Ended) => void): void;
  ended(who: Ended): void;
}

/** One bus per ground. It reaches this process only: another node looks the session up itself. */
export function openAccountEvents(): AccountEvents {
  const emitter = new EventEmitter();
  return {
    onEnded: (listener) => {
      emitter.on('ended', listener);
    },
    ended: (who) => {
      emitter.emit('ended', who);
    },
  };
}
