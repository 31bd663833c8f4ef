import { notificationSettings as messages } from '#contract/messages/notifications.ts';
import {
  type Channels,
  defaultChannels,
  kindOf,
  type NotificationKind,
  notificationKinds,
} from '#contract/notification-kinds.ts';
import type {
  NotificationSettings,
  updateNotificationSettings,
} from '#contract/notification-settings.ts';
import { type QuietHours, quietUntil } from '#contract/rules/quiet-hours.ts';
import type { Language } from '#contract/text/languages.ts';
import type { Role } from '#contract/wire/access.ts';
import type { BodyOf } from '#contract/wire/endpoint.ts';
import type { Db } from '../../database/open.ts';
import type { AppContext } from '../../platform/app-context.ts';
import { invalid } from '../../platform/runtime/errors.ts';
import {
  type Actor,
  changedColumns,
  currentRow,
  writeTransaction,
} from '../../platform/writes/writes.ts';
import {
  findSettings,
  type SettingsRow,
  selectEmail,
  selectSettingsForUpdate,
  selectSettingsOf,
  updateSettingsRow,
} from './notification-settings.queries.ts';

type Choices = Partial<Record<string, Channels>>;
type StoredSettings = Omit<SettingsRow, 'user_id'>;

const choicesOf = ({ choices }: Pick<SettingsRow, 'choices'>) => JSON.parse(choices) as Choices;
const unchanged: StoredSettings = { choices: '{}', quiet_from: null, quiet_to: null, version: 1 };

function toDto({ choices, ...row }: StoredSettings, role: Role, email: string) {
  const chosen = choicesOf({ choices });
  const { quiet_from, quiet_to, version } = row;
  return {
    choices: notificationKinds
      .filter((kind) => role === 'admin' || !('isOffice' in kind))
      .map(({ value: kind }) => ({ kind, ...(chosen[kind] ?? defaultChannels) })),
    quiet_from,
    quiet_to,
    email,
    version,
  };
}

/** How a user gets each kind of notification. */
export async function getNotificationSettings(
  db: Db,
  { userId, role }: { userId: number; role: Role },
): Promise<NotificationSettings> {
  const [row = unchanged, email] = [await findSettings(db, userId), await selectEmail(db, userId)];
  return toDto(row, role, email);
}

type Change = BodyOf<typeof updateNotificationSettings>;

/** The choices with a change; kinds as by default are left out. */
function changedChoices(stored: Choices, change: Change['choices'] = []): Choices {
  const choices = { ...stored };
  for (const { kind, ...channels } of change) {
    if (channels.in_app === 0 && kindOf(kind)?.isAlwaysInApp) {
      throw invalid({ choices: messages.alwaysInApp }, messages.alwaysInApp);
    }
    const before = choices[kind] ?? defaultChannels;
    choices[kind] = { ...before, ...changedColumns(before, channels) };
  }
  const differing = Object.entries(choices).filter(
    ([, channels]) => Object.keys(changedColumns(defaultChannels, channels ?? {})).length > 0,
  );
  return Object.fromEntries(differing.sort(([one], [other]) => one.localeCompare(other)));
}

/** The choices of kinds that a change touches. */
function differingChoices(before: Choices, after: Choices): Choices {
  const kinds = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return Object.fromEntries(
    kinds.flatMap((kind) => {
      const [was, is] = [before[kind] ?? defaultChannels, after[kind] ?? defaultChannels];
      return Object.keys(changedColumns(was, is)).length > 0 ? [[kind, is]] : [];
    }),
  );
}

/** Changes the caller's settings; 409 with the current ones when the version is stale. */
export function updateSettings(
  ctx: AppContext,
  { version, choices, quiet_from, quiet_to }: Change,
  role: Role,
  actor: Actor,
): Promise<{ message: string }> {
  const { userId } = actor;
  return writeTransaction(ctx, actor, async ({ tx, audit }) => {
    const found = await selectSettingsForUpdate(tx, userId);
    const row = await currentRow(found, version, async (current) =>
      toDto(current, role, await selectEmail(tx, userId)),
    );
    const [before, after] = [choicesOf(row), changedChoices(choicesOf(row), choices)];
    const columns = changedColumns(row, {
      choices: JSON.stringify(after),
      quiet_from,
      quiet_to,
    });
    if (Object.keys(columns).length > 0) {
      await updateSettingsRow(tx, userId, { ...columns, version: row.version + 1 });
      await audit({
        action: 'notification.settings',
        target: { kind: 'user', id: userId, label: '' },
        detail: {
          ...columns,
          ...(columns.choices && { choices: differingChoices(before, after) }),
        },
      });
    }
    return { message: messages.saved };
  });
}

/** How one notification reaches one person. */
export interface Delivery {
  isInApp: boolean;
  isPushed: boolean;
  /** Null for no mail. */
  mail: { to: string; sendAt: Date; language: Language } | null;
}

export type DeliveryOf = (
  userId: number,
  notification: { kind: NotificationKind; isSafety?: boolean | undefined },
) => Delivery;

/** Decides about the recipients of one write. Pushes in quiet hours are left out when they are sent. */
export async function readDeliveries(
  { tx, now }: { tx: Db; now: Date },
  userIds: readonly number[],
): Promise<DeliveryOf> {
  const rows = await selectSettingsOf(tx, userIds);
  const byUser = new Map(rows.map((row) => [row.user_id, row]));
  return (userId, { kind, isSafety = false }) => {
    const settings = byUser.get(userId);
    const channels = (settings && choicesOf(settings)[kind]) ?? defaultChannels;
    const getsThrough = isSafety || kind === 'account';
    return {
      isInApp: getsThrough || channels.in_app === 1,
      isPushed: getsThrough || channels.push === 1,
      mail:
        settings && channels.mail === 1 && settings.user_email !== ''
          ? {
              to: settings.user_email,
              sendAt: mailTime(settings, now, getsThrough),
              language: settings.language ?? 'en',
            }
          : null,
    };
  };
}

function mailTime(hours: QuietHours, now: Date, getsThrough: boolean): Date {
  return (getsThrough ? null : quietUntil(hours, now)) ?? now;
}

/** Those of the users whose quiet hours it is. */
export async function getQuietUsers(
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  userIds: readonly number[],
): Promise<ReadonlySet<number>> {
  const rows = await selectSettingsOf(db, userIds);
  return new Set(rows.filter((row) => quietUntil(row, now())).map(({ user_id }) => user_id));
}
