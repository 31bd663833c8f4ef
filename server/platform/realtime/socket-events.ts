import { randomUUID } from 'node:crypto';
import type { ErrorCode } from '#contract/wire/errors.ts';
import type { AppContext } from '../app-context.ts';
import { errorBody, toHttpError } from '../http/error-replies.ts';
import { lineOf } from '../limits/limits.ts';
import { refusedLine } from '../limits/refused-requests.ts';
import { HttpError } from '../runtime/errors.ts';
import { addressReader } from './handshake.ts';
import type { Listener, Sockets } from './realtime.ts';

/** The acknowledgement of a failed event. */
interface ErrorAck {
  success: false;
  error: string;
  code: ErrorCode;
  request_id: string;
  /** Seconds. */
  retryAfter?: number;
}

/**
 * Passes page events to their listeners and acknowledges them. A failing event never affects another page.
 * Returns a function that waits for the events in work.
 */
export function listenToPages(io: Sockets, ctx: AppContext): () => Promise<unknown> {
  const running = new Set<Promise<void>>();
  const addressOf = addressReader(ctx.config.trustProxy);
  io.on('connection', (socket) => {
    const ip = addressOf(socket.request);
    const { user } = socket.data;

    function toErrorAck(name: string, error: unknown): ErrorAck {
      const httpError = toHttpError(error);
      const { error: message, code, request_id, fields } = errorBody(httpError, randomUUID());
      const line = { request_id, code, event: name };
      if (!httpError || httpError.status >= 500) {
        ctx.log.error({ err: error, ...line }, 'socket event failed');
      } else ctx.log.info({ ...line, [refusedLine]: lineOf(ip) }, 'socket event refused');
      const [fieldError] = Object.values(fields ?? {});
      const retryAfter = httpError?.retryAfter;
      return {
        success: false,
        error: fieldError ?? message,
        code,
        request_id,
        ...(retryAfter !== undefined && { retryAfter }),
      };
    }

    function auditLimit(name: string, error: unknown): void {
      if (!(error instanceof HttpError) || error.status !== 429) return;
      const target = { kind: 'call', id: name, label: name };
      ctx.auditEvents.note({ userId: user.userId, ip, action: 'limit.reached', target });
    }

    async function answer(name: string, listener: Listener, sent: unknown[]): Promise<void> {
      const last = sent.at(-1);
      const acknowledge = typeof last === 'function' ? last : () => {};
      const from = performance.now();
      let failed = false;
      try {
        ctx.sessionActivity.record(user.jti);
        acknowledge(await listener({ user, payload: sent[0], socketId: socket.id, ip }));
      } catch (error) {
        failed = (toHttpError(error)?.status ?? 500) >= 500;
        auditLimit(name, error);
        acknowledge(toErrorAck(name, error));
        // Another process ended the session.
        if (error instanceof HttpError && error.status === 401) socket.disconnect(true);
      } finally {
        ctx.telemetry?.socketEvent(name, from, failed);
      }
    }

    for (const [name, listener] of ctx.realtime.listeners) {
      // Called synchronously, so that a listener sees a connection's events in order.
      socket.on(name, (...sent) => {
        const work = answer(name, listener, sent);
        running.add(work);
        void work.finally(() => running.delete(work));
      });
    }
  });
  return () => Promise.all(running);
}
