import * as z from 'zod/mini';
import { chat as chatMessages } from './messages/chat.ts';
import { isBlank, unixLines } from './text/blank-text.ts';
import { atMost, id, storable } from './wire/fields.ts';

/** The longest text of a message, in characters. */
export const maxMessageLength = 4000;

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const isText = ({ value }: { value: unknown }) => typeof value === 'string';

/** A page's own id of a message: a UUID in lower case. */
export const clientId = z
  .string({ error: chatMessages.badClientId })
  .check(z.regex(uuid, chatMessages.badClientId), z.toLowerCase());

/** Without blanks around it; '' when a reader would see nothing. */
export const trimmedContent = z.overwrite<string>((text) =>
  isBlank(text) ? '' : unixLines(text).trim(),
);

export const sendMessageInput = z.object(
  {
    senderId: z.optional(id(chatMessages.foreignSender)),
    receiverId: id(chatMessages.noReceiver),
    content: z.string({ error: chatMessages.empty }).check(
      trimmedContent,
      z.minLength(1, { error: chatMessages.empty, abort: true, when: isText } as {
        error: string;
      }),
      atMost(maxMessageLength),
      storable,
    ),
    clientId: z.optional(
      z.union(
        [
          z.pipe(
            z.literal(['', null]),
            z.transform(() => null),
          ),
          clientId,
        ],
        { error: chatMessages.badClientId },
      ),
    ),
  },
  { error: chatMessages.malformed },
);
export type SendMessage = z.input<typeof sendMessageInput> & { timestamp?: string };
