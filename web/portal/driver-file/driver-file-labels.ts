import { type DriverFileItem, type ItemStatus, needsCheck } from '#contract/driver-file.ts';
import { kindOf } from '#contract/driver-file-kinds.ts';
import { isWanted } from '#contract/filters/driver-file.ts';
import { driverFile as messages } from '#contract/messages/driver-file.ts';
import { usCalendarDay } from '#contract/rules/dates.ts';
import { t } from '#contract/text/languages.ts';

export const statusNames: Record<ItemStatus, string> = messages.statuses;

export const statusTones = {
  missing: 'neutral',
  ok: 'success',
  due: 'lane',
  expired: 'danger',
} as const satisfies Record<ItemStatus, string>;

const urgency: readonly ItemStatus[] = ['expired', 'due', 'missing', 'ok'];

/** A driver's items, those to renew first; each status in the order of the file. */
export function byUrgency(items: readonly DriverFileItem[]): DriverFileItem[] {
  const rank = ({ status, refused }: DriverFileItem) =>
    refused === null ? urgency.indexOf(status) : -1;
  return items.toSorted((one, other) => rank(one) - rank(other));
}

/** Whether somebody has to do something about an item that isn't just missing. */
export function isUrgent(item: DriverFileItem): boolean {
  return isWanted(item, 'renew') || needsCheck(item) || item.refused !== null;
}

/** When a document expires, or that it does not. */
export function expiryText({ kind, file_path, expires_on }: DriverFileItem): string {
  if (file_path === null) return '';
  if (expires_on) return usCalendarDay(expires_on);
  return kindOf(kind).renewal === 'never' ? '' : t('No expiry date', 'Sin fecha de vencimiento');
}
