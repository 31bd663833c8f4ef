import { type Message, type SendAck, sendMessageEvent } from '#contract/chat.ts';
import { sendMessageInput } from '#contract/message-input.ts';
import { chat as messages } from '#contract/messages/chat.ts';
import { general } from '#contract/messages/general.ts';
import { spanishOf, t } from '#contract/text/languages.ts';
import { CallError } from '#contract/wire/endpoint.ts';
import type { Connection } from '#web/lib/api/socket.ts';
import { uploadBegins } from '../../shared/files/running-uploads.ts';
import type { UnsentMessage } from '../../shared/offline/entries.ts';
import type { Delivery } from '../../shared/offline/outbox.ts';

const answerTimeoutMs = 10_000;
/** Minimum pause before a message is resent, in seconds. */
const minPause = 0.2;
/** Pause after a 429 without Retry-After, in seconds. */
const defaultPause = 2;

/** Sends a text over the socket, unless the server would certainly reject it. */
export async function deliverText(
  connection: Pick<Connection, 'state' | 'emitWithAck'>,
  { receiverId, content, id: clientId }: UnsentMessage,
): Promise<Delivery<Message>> {
  if (connection.state !== 'connected') return { outcome: 'lost' };
  const input = { receiverId, content, clientId };
  const checked = sendMessageInput.safeParse(input);
  if (!checked.success) {
    return { outcome: 'rejected', error: checked.error.issues[0]?.message ?? messages.malformed };
  }
  try {
    const ack = (await connection.emitWithAck(sendMessageEvent, input, answerTimeoutMs)) as SendAck;
    if (ack.success) return { outcome: 'stored', reply: ack.message };
    // Over the socket, the server answers in English.
    const error = t(ack.error, spanishOf(ack.error));
    // The session is rejected, not the message: it is sent after the next login.
    if (error === general.tokenInvalid) return { outcome: 'lost' };
    if (ack.retryAfter === undefined) return { outcome: 'rejected', error };
    return { outcome: 'later', seconds: Math.max(ack.retryAfter, minPause) };
  } catch {
    return { outcome: 'lost' };
  }
}

/** Sends a file. Only a rejection of the file itself and an unreadable file are final. */
export async function deliverFile(
  file: File,
  send: () => Promise<Message>,
): Promise<Delivery<Message>> {
  // Sending a moved or changed file fails like a broken connection and would be retried forever.
  if (!(await isReadable(file))) return { outcome: 'rejected', error: messages.fileGone };
  try {
    return { outcome: 'stored', reply: await send() };
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
  readonly #running = new Map<string, { allowLeaving: () => void; controller: AbortController }>();

  /** Returns the signal that stops it. */
  start(clientId: string, isInTab: boolean): AbortSignal {
    const upload = this.#running.get(clientId) ?? {
      allowLeaving: isInTab ? uploadBegins() : () => undefined,
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
