/** People who each send their next message as soon as the one before is answered. */
import { randomUUID } from 'node:crypto';
import { io } from 'socket.io-client';
import { type SendAnswer, sendMessageEvent } from '#contract/chat.ts';
import { onTask } from './task.ts';

export interface ChatSendersTask {
  url: string;
  tokens: string[];
  receiverId: number;
  content: string;
  seconds: number;
}

export interface ChatSent {
  messages: number;
  seconds: number;
}

const warmUp = 1_000;

onTask<ChatSendersTask>(async ({ url, tokens, receiverId, content, seconds }, tell) => {
  const sockets = tokens.map((token) =>
    io(url, { auth: { token }, transports: ['websocket'], forceNew: true }),
  );
  await Promise.all(
    sockets.map(
      (socket) =>
        new Promise<void>((resolve, reject) => {
          socket.once('connect', resolve);
          socket.once('connect_error', reject);
        }),
    ),
  );
  let messages = 0;
  let isOver = false;
  const sending = sockets.map(async (socket) => {
    while (!isOver) {
      const message = { receiverId, content, clientId: randomUUID() };
      const answer: SendAnswer = await socket
        .timeout(10_000)
        .emitWithAck(sendMessageEvent, message);
      if (!answer.success) throw new Error(answer.error);
      messages += 1;
    }
  });
  await new Promise((resolve) => setTimeout(resolve, warmUp));
  tell('measuring');
  messages = 0;
  const from = performance.now();
  await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  const sent: ChatSent = { messages, seconds: (performance.now() - from) / 1000 };
  isOver = true;
  await Promise.all(sending);
  return sent;
});
