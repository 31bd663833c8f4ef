import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';

/** How long the server waits for a sender, in milliseconds. */
export interface Patience {
  /** Until the headers are whole. */
  headers: number;
  /** Until a body that is not an upload is whole. */
  body: number;
  /** Between two pieces of an upload. */
  upload: number;
}

export const usualPatience: Patience = { headers: 10_000, body: 30_000, upload: 120_000 };

const timers = new WeakMap<IncomingMessage, NodeJS.Timeout>();

/**
 * Cuts off senders whose body is not whole in time, also those that were answered before it was read.
 * Node's own timer cannot tell an upload, which may take long, from the rest.
 */
export function timeBodies(app: FastifyInstance, milliseconds: number): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { raw } = request;
    const length = raw.headers['content-length'];
    if (raw.headers['transfer-encoding'] !== undefined || (length ?? '0') !== '0') {
      const timer = setTimeout(() => raw.destroy(), milliseconds);
      timers.set(raw, timer);
      raw.once('end', () => clearTimeout(timer));
      raw.once('close', () => clearTimeout(timer));
    }
    done();
  });
}

/** Leaves the timing of a body to who reads it. */
export function leaveTiming(raw: IncomingMessage): void {
  clearTimeout(timers.get(raw));
}

/** While the server closes, each connection ends with the answer that it waits for: nobody else would end it. */
export function closeWhenAnswered(app: FastifyInstance): void {
  let closing = false;
  app.addHook('preClose', (done) => {
    closing = true;
    done();
  });
  app.addHook('onResponse', (request, _reply, done) => {
    // Ended, not destroyed: what is still on its way arrives.
    if (closing) request.raw.socket.end?.();
    done();
  });
}
