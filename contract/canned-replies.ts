import * as z from 'zod/mini';
import { maxMessageLength } from './message-input.ts';
import { endpoint } from './wire/endpoint.ts';
import { done, idParams, line, text } from './wire/fields.ts';
import { createShape, type RecordFields, replyShape, updateShape } from './wire/record-fields.ts';

/** The most canned replies. */
export const maxCannedReplies = 200;

/** Sent without a payload to admins when canned replies have changed. */
export const cannedRepliesEvent = 'canned_replies';

export const cannedReplyFields = {
  reply_id: { kind: 'id', label: 'Reply ID' },
  title: { kind: 'line', label: 'Title', schema: line(), isWide: true },
  text: {
    kind: 'text',
    label: 'Text',
    schema: text(maxMessageLength),
    hint: 'Write {first name} where the name of the receiver belongs.',
  },
} satisfies RecordFields;

export const cannedReplyInput = z.object(createShape(cannedReplyFields));

const cannedReply = z.object({ ...replyShape(cannedReplyFields), version: z.int() });
export type CannedReply = z.output<typeof cannedReply>;

/** The text for a receiver, with their first name. */
export function filledReply(text: string, firstName: string): string {
  return text.replaceAll(/\{first name\}/gi, () => firstName);
}

export const listCannedReplies = endpoint({
  name: 'listCannedReplies',
  method: 'GET',
  path: '/api/canned-replies',
  access: 'admin',
  summary: 'Lists the texts that admins insert into chat messages, by title.',
  status: 200,
  reply: z.array(cannedReply),
});

export const createCannedReply = endpoint({
  name: 'createCannedReply',
  method: 'POST',
  path: '/api/canned-replies',
  access: 'admin',
  summary: `Adds a canned reply; 409 when there are ${maxCannedReplies}.`,
  body: cannedReplyInput,
  status: 201,
  failures: [409],
  reply: z.object({ message: z.string(), reply_id: z.int() }),
  idempotent: true,
});

export const updateCannedReply = endpoint({
  name: 'updateCannedReply',
  method: 'PUT',
  path: '/api/canned-replies/{id}',
  access: 'admin',
  summary: 'Changes the keys that are sent.',
  params: idParams,
  body: z.object(updateShape(cannedReplyFields)),
  status: 200,
  reply: done,
});

export const deleteCannedReply = endpoint({
  name: 'deleteCannedReply',
  method: 'DELETE',
  path: '/api/canned-replies/{id}',
  access: 'admin',
  summary: 'Deletes a canned reply.',
  params: idParams,
  status: 200,
  reply: done,
});
