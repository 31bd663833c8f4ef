import { type Message, type SendAck, sendMessageEvent } from '#contract/chat.ts';
import { sendMessageInput } from '#contract/message-input.ts';
import { chat as messages } from '#contract/messages/chat.ts';
import { general } from '#contract/messages/general.ts';
import { CallError } from '#contract/wire/endpoint.ts';
import type { Connection } from '#web/lib/socket.ts';
import type { UnsentMessage } from './unsent-messages.ts';

/** The result of one attempt to send a message. */
export type Delivery =
  | { outcome: 'stored'; message: Message }
  /** Rejected by the server; not retried. */
  | { outcome: 'rejected'; error: string }
  /** Retry after that many seconds. */
  | { outcome: 'later'; seconds: number }
  /** No response: the message may have arrived. */
  | { outcome: 'lost' };

const answerTimeoutMs = 10_000;
/** Minimum pause before a message is resent, in seconds. */
const minPause = 0.2;
/** Pause after a 429 without Retry-After, in seconds. */
const defaultPause = 2;

/** Sends a text over the socket, unless the server would certainly reject it. */
export async function deliverText(
  connection: Pick<Connection, 'emitWithAck'>,
  { receiverId, content, clientId }: UnsentMessage,
): Promise<Delivery> {
  const input = { receiverId, content, clientId };
  const checked = sendMessageInput.safeParse(input);
  if (!checked.success) {
    return { outcome: 'rejected', error: checked.error.issues[0]?.message ?? messages.malformed };
  }
  try {
    const ack = (await connection.emitWithAck(sendMessageEvent, input, answerTimeoutMs)) as SendAck;
    if (ack.success) return { outcome: 'stored', message: ack.message };
    // The session is rejected, not the message: it is sent after the next login.
    if (ack.error === general.tokenInvalid) return { outcome: 'lost' };
    if (ack.retryAfter === undefined) return { outcome: 'rejected', error: ack.error };
    return { outcome: 'later', seconds: Math.max(ack.retryAfter, minPause) };
  } catch {
    return { outcome: 'lost' };
  }
}

/** Sends a file. Only a rejection of the file itself and an unreadable file are final. */
export async function deliverFile(
  file: File | undefined,
  send: (file: File) => Promise<Message>,
): Promise<Delivery> {
  // Sending a moved or changed file fails like a broken connection and would be retried forever.
  if (!file || !(await isReadable(file))) return { outcome: 'rejected', error: messages.fileGone };
  try {
    return { outcome: 'stored', message: await send(file) };
  } catch (error) {
    if (!(error instanceof CallError)) return { outcome: 'lost' };
    const { status, body } = error;
    if (status === 429) return { outcome: 'later', seconds: defaultPause };
    const isFinal =
      (status >= 400 && status < 500 && status !== 401 && status !== 408) || status === 500;
    return isFinal ? { outcome: 'rejected', error: body.error } : { outcome: 'lost' };
  }
}

async function isReadable(file: File): Promise<boolean> {
  try {
    await file.slice(0, 1).arrayBuffer();
    return true;
  } catch {
    return false;
  }
}

/** Files to be sent, by clientId, with a way to stop each. The user is warned before leaving while a file is only in the tab. */
export class Uploads {
  readonly #begin: () => () => void;
  readonly #running = new Map<string, { allowLeaving: () => void; controller: AbortController }>();

  constructor(begin: () => () => void) {
    this.#begin = begin;
  }

  /** Returns the signal that stops it; `file` is null once the device stores it. */
  start({ clientId, file }: { clientId: string; file: File | null }): AbortSignal {
    const upload = this.#running.get(clientId) ?? {
      allowLeaving: file ? this.#begin() : () => undefined,
      controller: new AbortController(),
    };
    this.#running.set(clientId, upload);
    return upload.controller.signal;
  }

  /** The device stores the file: closing the tab no longer loses it. */
  stored(clientId: string): void {
    const upload = this.#running.get(clientId);
    upload?.allowLeaving();
    if (upload) upload.allowLeaving = () => undefined;
  }

  stop(clientId: string): void {
    const upload = this.#running.get(clientId);
    this.#running.delete(clientId);
    upload?.allowLeaving();
    upload?.controller.abort();
  }

  stopAll(): void {
    for (const clientId of [...this.#running.keys()]) this.stop(clientId);
  }
}
