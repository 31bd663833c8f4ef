import {
  type DriverFile,
  type DriverFileItem,
  type DriverFileKind,
  driverFileKinds,
  type ItemStatus,
  kindOf,
  needsCheck,
} from '#contract/driver-file.ts';
import { isSameLine, matches } from '#web/lib/text-match.ts';
import { usCalendarDay } from '../shared/us-dates.ts';

export const statusNames: Record<ItemStatus, string> = {
  missing: 'Missing',
  ok: 'OK',
  due: 'Due',
  expired: 'Expired',
};

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

/** The choices of the filter beside the statuses: `renew` is due or expired. */
export const wantedNames = {
  renew: 'Due or expired',
  check: 'To check',
  expired: statusNames.expired,
  due: statusNames.due,
  missing: statusNames.missing,
  ok: statusNames.ok,
} as const;

export interface Filter {
  q: string;
  status: keyof typeof wantedNames | '';
  kind: DriverFileKind | '';
  department: string;
}

export const noFilter: Filter = { q: '', status: '', kind: '', department: '' };
export const filterChoices = {
  status: Object.keys(wantedNames),
  kind: driverFileKinds.map(({ kind }) => kind),
};

export function isWanted(item: DriverFileItem, status: Filter['status']): boolean {
  if (status === 'check') return needsCheck(item);
  if (status === 'renew') return item.status === 'due' || item.status === 'expired';
  return status === '' || item.status === status;
}

/** Files of drivers, and of others who have documents. */
export function withoutOthers(files: readonly DriverFile[]): DriverFile[] {
  return files.filter(
    ({ is_driver, items }) =>
      is_driver === 1 ||
      items.some(({ status, refused }) => status !== 'missing' || refused !== null),
  );
}

/** The files with a wanted item, of the chosen kind if there is one. A search also finds people who need none. */
export function filterFiles(
  files: readonly DriverFile[],
  { q, status, kind, department }: Filter,
): DriverFile[] {
  return (q === '' ? withoutOthers(files) : files).filter(
    (file) =>
      (department === '' || isSameLine(file.department, department)) &&
      matches(q, `${file.employee_name}\n${file.department}`) &&
      file.items.some((item) => (kind === '' || item.kind === kind) && isWanted(item, status)),
  );
}

/** When a document expires, or that it does not. */
export function expiryText({ kind, status, expires_on }: DriverFileItem): string {
  if (status === 'missing') return '';
  if (expires_on) return usCalendarDay(expires_on);
  return kindOf(kind).renewal === 'never' ? '' : 'No expiry date';
}
