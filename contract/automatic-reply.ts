import * as z from 'zod/mini';
import { automaticReply as messages } from './messages/chat.ts';
import { dayLabel, emergencyPhone } from './rules/office-hours.ts';
import { t } from './text/languages.ts';
import { endpoint } from './wire/endpoint.ts';
import { anyFlag, done, text, version } from './wire/fields.ts';

const automaticReply = z.object({
  /** 1: employees get it when they write to an admin while the office is closed. */
  is_on: z.literal([0, 1]),
  /** Before the sentences that say when the office opens and whom to call. */
  text: z.string(),
  version: z.int(),
});
export type AutomaticReply = z.output<typeof automaticReply>;

/** The text until an admin writes another one. */
const firstText = 'The office is closed right now. We will answer when we are back.';

/** What employees get: the text, when the office opens, and whom to call in an emergency. */
export function automaticReplySentences(text: string, opens: string): string {
  const emergency = emergencyPhone && messages.emergency(emergencyPhone);
  const words =
    text.trim() === firstText
      ? t(firstText, 'La oficina está cerrada en este momento. Le contestaremos cuando volvamos.')
      : text.trim();
  return [words, messages.opens(dayLabel(opens)), emergency].filter(Boolean).join(' ');
}

export const getAutomaticReply = endpoint({
  name: 'getAutomaticReply',
  method: 'GET',
  path: '/api/automatic-reply',
  access: 'admin',
  summary: 'The reply of the chat while the office is closed.',
  status: 200,
  reply: automaticReply,
});

export const updateAutomaticReply = endpoint({
  name: 'updateAutomaticReply',
  method: 'PUT',
  path: '/api/automatic-reply',
  access: 'admin',
  summary: 'Changes the keys that are sent.',
  body: z.object({ is_on: anyFlag(), text: z.optional(text(1000)), version: version() }),
  status: 200,
  reply: done,
});
