import * as z from 'zod/mini';
import { attachment } from './chat.ts';
import { pictureKinds } from './files.ts';
import { settlementQuestions as messages } from './messages/settlement-questions.ts';
import { endpoint } from './wire/endpoint.ts';
import { created, done, idFilter, idParams, instant, page, text } from './wire/fields.ts';

/** `open` until an admin writes, and again when the driver does. */
export const questionStatuses = ['open', 'answered'] as const;

const questionMessage = z.object({
  message_id: z.int(),
  user_id: z.int(),
  /** The writer's first and last name, else the username. */
  name: z.string(),
  text: z.string(),
  at: instant,
  photo: z.nullable(attachment),
});

/** A thread about one revision of a settlement, between a driver and the office. */
export const settlementQuestion = z.object({
  question_id: z.int(),
  file_id: z.int(),
  file_name: z.string(),
  /** Key of the revision; null once a newer one has replaced it. */
  file_path: z.nullable(z.string()),
  revision: z.int(),
  /** The driver. */
  user_id: z.int(),
  asked_by: z.string(),
  status: z.enum(questionStatuses),
  created_at: instant,
  /** When the driver wrote last. */
  asked_at: instant,
  /** 1: the driver has not read the newest answer. */
  unread: z.literal([0, 1]),
  /** Oldest first. */
  messages: z.array(questionMessage),
});
export type SettlementQuestion = z.output<typeof settlementQuestion>;

const photo = { field: 'photo', kinds: pictureKinds, required: false, maxBytes: 'usual' } as const;
const messageInput = z.object({ message: text(2_000) });

export const listSettlementQuestions = endpoint({
  name: 'listSettlementQuestions',
  method: 'GET',
  path: '/api/settlements/questions',
  access: 'signed-in',
  summary: "Threads about settlements, newest first: an admin's all, an employee's own.",
  query: z.object({
    status: z.optional(z.literal([...questionStatuses, ''], { error: messages.badStatus })),
    file_id: idFilter(),
    question_id: idFilter(),
    ...page,
  }),
  status: 200,
  reply: z.array(settlementQuestion),
  paged: true,
});

export const askSettlementQuestion = endpoint({
  name: 'askSettlementQuestion',
  method: 'POST',
  path: '/api/settlements/files/{id}/questions',
  access: 'signed-in',
  summary:
    'Asks the office about the current revision of a settlement that is assigned to the caller.',
  params: idParams,
  body: messageInput,
  upload: photo,
  status: 201,
  failures: [404],
  reply: z.object({ message: z.string(), question_id: z.int() }),
  idempotent: true,
});

export const writeSettlementQuestion = endpoint({
  name: 'writeSettlementQuestion',
  method: 'POST',
  path: '/api/settlements/questions/{id}/messages',
  access: 'signed-in',
  summary: "Adds a message to a thread: an admin's answers it, its driver's opens it again.",
  params: idParams,
  body: messageInput,
  upload: photo,
  status: 201,
  failures: [404],
  reply: created,
  idempotent: true,
});

export const readSettlementQuestion = endpoint({
  name: 'readSettlementQuestion',
  method: 'POST',
  path: '/api/settlements/questions/{id}/read',
  access: 'signed-in',
  summary: "Marks the answers of the caller's own thread as read.",
  params: idParams,
  status: 200,
  failures: [404],
  reply: done,
});

/** Sent without a payload to both sides when a thread has changed; open pages reload. */
export const settlementQuestionsEvent = 'settlement-questions';
