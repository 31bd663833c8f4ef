import { general } from '#contract/messages/general.ts';
import { refusalOf } from '../answers.ts';
import { Refusal } from '../errors.ts';
import type { Ground } from '../ground.ts';
import { addressOf } from './doors.ts';
import type { Listener, Sockets } from './realtime.ts';

/** What a refused event is acknowledged with. */
interface No {
  success: false;
  error: string;
  /** Seconds after which trying again makes sense. */
  retryAfter?: number;
}

/** Hands what pages send to those who listen, and acknowledges it; nothing that a page sends harms another. */
export function listenToPages(io: Sockets, ground: Ground): void {
  const proxied = ground.config.trustProxy !== null;
  io.on('connection', (socket) => {
    const ip = addressOf(socket.request, proxied);
    const { user } = socket.data;

    function no(name: string, error: unknown): No {
      const refusal = refusalOf(error);
      if (!refusal || refusal.status >= 500) {
        ground.log.error({ err: error, event: name }, 'an event of a page failed');
      }
      const { fields, retryAfter } = refusal?.more ?? {};
      const [wrong] = Object.values(fields ?? {});
      const sentence = wrong ?? refusal?.message ?? general.unexpected;
      return { success: false, error: sentence, ...(retryAfter !== undefined && { retryAfter }) };
    }

    async function answer(name: string, listener: Listener, sent: unknown[]): Promise<void> {
      const last = sent.at(-1);
      const acknowledge = typeof last === 'function' ? last : () => {};
      try {
        acknowledge(await listener({ user, payload: sent[0], socketId: socket.id, ip }));
      } catch (error) {
        acknowledge(no(name, error));
        // The session has ended, and nobody here has heard of it.
        if (error instanceof Refusal && error.status === 401) socket.disconnect(true);
      }
    }

    for (const [name, listener] of ground.realtime.listeners) {
      // Called at once: a listener sees the events of a connection in their order.
      socket.on(name, (...sent) => void answer(name, listener, sent));
    }
  });
}
