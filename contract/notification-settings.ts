import * as z from 'zod/mini';
import { field } from './messages/general.ts';
import { notificationSettings as messages } from './messages/notifications.ts';
import { choosableKinds } from './notification-kinds.ts';
import { endpoint } from './wire/endpoint.ts';
import { anyFlag, anyWhole, choice, done, version } from './wire/fields.ts';

const zeroOrOne = z.literal([0, 1]);
/** Minutes after midnight on the company's clock. */
const minute = () => z.optional(anyWhole(0, 24 * 60 - 1));

export const notificationSettings = z.object({
  /** Of every kind that the caller's role can get. */
  choices: z.array(
    z.object({
      kind: z.enum(choosableKinds),
      /** 0: it is stored as read. */
      in_app: zeroOrOne,
      push: zeroOrOne,
      mail: zeroOrOne,
    }),
  ),
  /** Minutes after midnight on the company's clock, in which nothing is pushed or mailed; null: no quiet hours. */
  quiet_from: z.nullable(z.int()),
  quiet_to: z.nullable(z.int()),
  /** Where mail goes; '' for an account without an address. */
  email: z.string(),
  version: z.int(),
});
export type NotificationSettings = z.output<typeof notificationSettings>;

export const getNotificationSettings = endpoint({
  name: 'getNotificationSettings',
  method: 'GET',
  path: '/api/notifications/settings',
  access: 'signed-in',
  summary: 'How the caller gets each kind of notification, and when not.',
  status: 200,
  reply: notificationSettings,
});

export const notificationSettingsUpdate = z
  .object({
    choices: z.optional(
      z
        .array(
          z.object({
            kind: choice(choosableKinds),
            in_app: anyFlag(),
            push: anyFlag(),
            mail: anyFlag(),
          }),
          { error: field.list },
        )
        .check(z.refine(({ length }) => length >= 1 && length <= 100, field.list)),
    ),
    quiet_from: minute(),
    quiet_to: minute(),
    version: version(),
  })
  .check(
    z.refine(({ quiet_from, quiet_to }) => (quiet_from ?? null) === null || isTime(quiet_to), {
      error: messages.bothTimes,
      path: ['quiet_to'],
    }),
    z.refine(({ quiet_from, quiet_to }) => (quiet_to ?? null) === null || isTime(quiet_from), {
      error: messages.bothTimes,
      path: ['quiet_from'],
    }),
    z.refine(({ quiet_from, quiet_to }) => !isTime(quiet_from) || quiet_from !== quiet_to, {
      error: messages.differentTimes,
      path: ['quiet_to'],
    }),
  );

function isTime(value: number | null | undefined): value is number {
  return typeof value === 'number';
}

export const updateNotificationSettings = endpoint({
  name: 'updateNotificationSettings',
  method: 'PUT',
  path: '/api/notifications/settings',
  access: 'signed-in',
  summary:
    "Changes the kinds and channels that are sent, and the caller's quiet hours: both times, or null for none.",
  body: notificationSettingsUpdate,
  status: 200,
  failures: [409],
  reply: done,
});
