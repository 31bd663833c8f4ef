/** Socket.IO and nothing else: passes each message on to its receiver and answers it. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Server } from 'socket.io';
import {
  type Message,
  receiveMessageEvent,
  type SendAnswer,
  type SendMessage,
  sendMessageEvent,
} from '#contract/chat.ts';
import { onTask } from './task.ts';

onTask<null>(async () => {
  const server = createServer();
  const io = new Server(server, { serveClient: false });
  let id = 0;
  io.on('connection', (socket) => {
    const senderId = Number(socket.handshake.auth.token);
    void socket.join(String(senderId));
    socket.on(sendMessageEvent, (sent: SendMessage, answer: (told: SendAnswer) => void) => {
      const { content, clientId } = sent;
      const receiverId = Number(sent.receiverId);
      id += 1;
      const timestamp = new Date().toISOString();
      const name = clientId ? { clientId } : {};
      const message: Message = { id, senderId, receiverId, content, timestamp, ...name };
      io.to(String(receiverId)).emit(receiveMessageEvent, message);
      answer({ success: true, message });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
