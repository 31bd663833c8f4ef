import {
  type Message,
  type SendAnswer,
  sendMessageEvent,
  sendMessageInput,
} from '#contract/chat.ts';
import { CallError } from '#contract/endpoint.ts';
import { chat as messages } from '#contract/messages/chat.ts';
import { general } from '#contract/messages/general.ts';
import type { Connection } from '#web/lib/socket.ts';
import type { Delivery } from './outbox.ts';
import type { Waiting } from './waiting.ts';

/** How long an answer may take (ms). */
const answerWithin = 10_000;
/** The shortest pause before the same message again, in seconds. */
const minPauseMs = 0.2;
/** Of an answer that says 'too many' and not until when, in seconds. */
const usualPause = 2;

/** Sends a text over the line; what the server would not take is not even sent. */
export async function deliverText(
  connection: Pick<Connection, 'ask'>,
  { receiverId, content, clientId }: Waiting,
): Promise<Delivery> {
  const input = { receiverId, content, clientId };
  const checked = sendMessageInput.safeParse(input);
  if (!checked.success) {
    return { outcome: 'refused', error: checked.error.issues[0]?.message ?? messages.malformed };
  }
  try {
    const answer = (await connection.ask(sendMessageEvent, input, answerWithin)) as SendAnswer;
    if (answer.success) return { outcome: 'stored', message: answer.message };
    // The session is refused, not the message: it goes out after the next log-in.
    if (answer.error === general.tokenInvalid) return { outcome: 'lost' };
    if (answer.retryAfter === undefined) return { outcome: 'refused', error: answer.error };
    return { outcome: 'later', seconds: Math.max(answer.retryAfter, minPauseMs) };
  } catch {
    return { outcome: 'lost' };
  }
}

/** Sends a file; only the server's no to the file itself is final, and a file that is not there any more. */
export async function deliverFile(
  file: File | undefined,
  send: (file: File) => Promise<Message>,
): Promise<Delivery> {
  // Sending one that was moved or changed since fails like a line that breaks, and would be tried for ever.
  if (!file || !(await isReadable(file))) return { outcome: 'refused', error: messages.fileGone };
  try {
    return { outcome: 'stored', message: await send(file) };
  } catch (error) {
    if (!(error instanceof CallError)) return { outcome: 'lost' };
    const { status, body } = error;
    if (status === 429) return { outcome: 'later', seconds: usualPause };
    const isNo =
      (status >= 400 && status < 500 && status !== 401 && status !== 408) || status === 500;
    return isNo ? { outcome: 'refused', error: body.error } : { outcome: 'lost' };
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
