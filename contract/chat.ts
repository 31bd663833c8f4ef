import * as z from 'zod/mini';
import { clientId, maxMessageLength, trimmedContent } from './message-input.ts';
import { chat as chatMessages } from './messages/chat.ts';
import { roles } from './wire/access.ts';
import { endpoint } from './wire/endpoint.ts';
import type { ErrorCode } from './wire/errors.ts';
import { atMost, done, id, idParams, instant, optionalId, page, storable } from './wire/fields.ts';

/** The rate limit of a sender: a burst, then messages per second. */
export const messageBurst = 100;
export const messagesPerSecond = 5;

/** The file of a message; only the two people of the conversation may read it. */
export const attachment = z.object({
  /** Key for the presign calls. */
  key: z.string(),
  name: z.string(),
  /** A FileKind: pdf or a picture. */
  kind: z.string(),
  /** Bytes. */
  size: z.int(),
  /** Pixels of a picture, if known. */
  width: z.optional(z.int()),
  height: z.optional(z.int()),
});
export type Attachment = z.output<typeof attachment>;

/** A message; missing values are left out. */
export const message = z.object({
  /** Increases within a conversation. */
  id: z.int(),
  senderId: z.int(),
  receiverId: z.int(),
  /** '' for a file without text. */
  content: z.string(),
  timestamp: instant,
  /** The sender's own id of the message. */
  clientId: z.optional(z.string()),
  /** When the receiver read it. */
  readAt: z.optional(instant),
  attachment: z.optional(attachment),
  /** True when the server sent it in the sender's name because the office was closed. */
  automatic: z.optional(z.boolean()),
});
export type Message = z.output<typeof message>;

/** Browser → server, acknowledged with SendAck. Sender and time are the server's. */
export const sendMessageEvent = 'send_message';

export type SendAck =
  | { success: true; message: Message }
  | {
      success: false;
      error: string;
      /** Stable cause; absent when no server answered. */
      code?: ErrorCode;
      /** Finds the event in the server's log. */
      request_id?: string;
      /** Seconds after which the message is sent again; it has not failed. */
      retryAfter?: number;
    };

/** Server → every connection of the receiver and the other connections of the sender: a Message. */
export const receiveMessageEvent = 'receive_message';

/** Browser → server: the receiver, repeated while the user types. */
export const typingInput = z.object({ receiverId: id(chatMessages.noReceiver) });

/** Server → every connection of both people: messages were read. */
export const messagesReadEvent = 'messages_read';
export interface MessagesRead {
  readerId: number;
  /** The sender of the messages. */
  senderId: number;
  /** The id of the last one. */
  upTo: number;
  readAt: string;
}

/** Browser → server: {receiverId}. Server → the receiver, and the other admins when an admin types to an employee: Typing. */
export const typingEvent = 'typing';
export interface Typing {
  senderId: number;
  receiverId: number;
}

/** Server → every admin: one of them has written to an employee. */
export const answeredEvent = 'answered';
const answer = z.object({
  /** The admin. */
  userId: z.int(),
  firstName: z.string(),
  lastName: z.string(),
  userName: z.string(),
  timestamp: instant,
});
export interface Answered {
  /** The employee. */
  userId: number;
  by: z.output<typeof answer>;
}

/** A conversation in the caller's list. */
export const conversation = z.object({
  userId: z.int(),
  firstName: z.string(),
  lastName: z.string(),
  userName: z.string(),
  role: z.enum(roles),
  /** False for a closed account, whose messages stay. */
  isOpen: z.boolean(),
  /** The newest message, its content cut to 200 characters; null before the first. */
  lastMessage: z.nullable(message),
  /** Messages of that person that the caller has not read. */
  unreadCount: z.int(),
  /** For admins: the admin who wrote to this employee last; null if none did, and for employees. */
  answeredBy: z.nullable(answer),
});
export type Conversation = z.output<typeof conversation>;

export const listConversations = endpoint({
  name: 'listConversations',
  method: 'GET',
  path: '/api/messages/conversations',
  access: 'signed-in',
  summary:
    "The caller's conversations, newest first; for an admin also employees whom another admin answered.",
  query: z.object(page),
  status: 200,
  reply: z.array(conversation),
  paged: true,
});

/** Someone the caller can write to. */
const receiver = z.object({
  userId: z.int(),
  /** Null without an employee record, and for employees. */
  employeeId: z.nullable(z.int()),
  /** The address if it is in the company directory, in lower case; else null. */
  directoryEmail: z.nullable(z.string()),
});
export type Receiver = z.output<typeof receiver>;

export const listReceivers = endpoint({
  name: 'listReceivers',
  method: 'GET',
  path: '/api/messages/receivers',
  access: 'signed-in',
  summary: 'Whom the caller can write to: for an admin every open account, for an employee admins.',
  status: 200,
  reply: z.array(receiver),
});

export const unreadMessages = endpoint({
  name: 'unreadMessages',
  method: 'GET',
  path: '/api/messages/unread',
  access: 'signed-in',
  summary: 'The number of unread messages of the caller by sender.',
  status: 200,
  reply: z.array(z.object({ senderId: z.int(), unreadCount: z.int() })),
});

export const unreadTotal = endpoint({
  name: 'unreadTotal',
  method: 'GET',
  path: '/api/messages/unread-total',
  access: 'signed-in',
  summary: 'The number of unread chat messages of the caller.',
  status: 200,
  reply: z.object({ total_unread: z.int() }),
});

export const searchMessages = endpoint({
  name: 'searchMessages',
  method: 'GET',
  path: '/api/messages/search',
  access: 'signed-in',
  summary:
    "The caller's own messages that have every word of `q`, or words that begin so, without case and accents; newest first, 50 at a time.",
  query: z.object({ q: z.string().check(atMost(200)), ...page }),
  status: 200,
  reply: z.array(message),
  paged: 50,
});

export const markRead = endpoint({
  name: 'markRead',
  method: 'POST',
  path: '/api/messages/mark-read',
  access: 'signed-in',
  summary:
    "Marks a person's messages to the caller as read: all of them, or those up to the id `upTo`.",
  body: z.object({ senderId: id(), upTo: optionalId() }),
  status: 200,
  failures: [404],
  reply: done,
});

export const listMessages = endpoint({
  name: 'listMessages',
  method: 'GET',
  path: '/api/messages/{id}',
  access: 'signed-in',
  summary:
    'The messages between the caller and that user, oldest first; with `limit` the newest ones; with `after` those with a higher id, from the oldest on.',
  params: idParams,
  query: z.object({ ...page, after: optionalId() }),
  status: 200,
  reply: z.array(message),
  paged: true,
});

export const sendAttachment = endpoint({
  name: 'sendAttachment',
  method: 'POST',
  path: '/api/messages/{id}/files',
  access: 'signed-in',
  summary:
    'Sends a photo or a PDF to that user, with a text or without. The same clientId again answers with the message stored the first time.',
  params: idParams,
  body: z.object({
    content: z._default(
      z
        .string({ error: chatMessages.empty })
        .check(trimmedContent, atMost(maxMessageLength), storable),
      '',
    ),
    clientId,
  }),
  upload: {
    field: 'file',
    kinds: ['pdf', 'png', 'jpeg', 'webp', 'avif', 'gif'],
    required: true,
    maxBytes: 'usual',
  },
  status: 201,
  failures: [403],
  reply: z.object({ message: z.string(), id: z.int(), sent: message }),
});
