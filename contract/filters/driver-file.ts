import { type DriverFile, type DriverFileItem, needsCheck } from '../driver-file.ts';
import { type DriverFileKind, driverFileKinds } from '../driver-file-kinds.ts';
import { driverFile as messages } from '../messages/driver-file.ts';
import { isSameLine, matches } from '../text/text-match.ts';
import { filterOf } from './list-filter.ts';

const { statuses } = messages;

/** The choices of the filter beside the statuses: `renew` is due or expired. */
export const wantedNames = {
  renew: 'Due or expired',
  check: 'To check',
  expired: statuses.expired,
  due: statuses.due,
  missing: statuses.missing,
  ok: statuses.ok,
} as const;

type Values = {
  q: string;
  status: keyof typeof wantedNames | '';
  kind: DriverFileKind | '';
  department: string;
};
export type DriverFileFilter = Values;

export function isWanted(item: DriverFileItem, status: Values['status']): boolean {
  if (status === 'check') return needsCheck(item);
  if (status === 'missing') return item.status === 'missing' && item.file_path === null;
  if (status === 'renew') return item.status === 'due' || item.status === 'expired';
  return status === '' || item.status === status;
}

/** The wanted items of a file, of the chosen kind if there is one. */
export function wantedItems(
  { items }: Pick<DriverFile, 'items'>,
  { kind, status }: Pick<Values, 'kind' | 'status'>,
): DriverFileItem[] {
  return items.filter((item) => (kind === '' || item.kind === kind) && isWanted(item, status));
}

/** Whether it is the file of a driver, or of someone else who has documents. */
export function isListed({ is_driver, items }: DriverFile): boolean {
  return (
    is_driver === 1 ||
    items.some(({ file_path, refused }) => file_path !== null || refused !== null)
  );
}

/** The files with a wanted item. A search also finds people who need none. */
export const driverFileFilter = filterOf<DriverFile, Values>({
  none: { q: '', status: '', kind: '', department: '' },
  choices: {
    status: Object.keys(wantedNames),
    kind: driverFileKinds.map(({ kind }) => kind),
  },
  matches: (file, { q, department, ...wanted }) =>
    (q !== '' || isListed(file)) &&
    (department === '' || isSameLine(file.department, department)) &&
    matches(q, `${file.employee_name}\n${file.department}`) &&
    wantedItems(file, wanted).length > 0,
});

/** A filter in words, for papers: 'All drivers', or 'Status: Expired. Department: Fleet'. */
export function driverFilterText({ q, status, kind, department }: Values): string {
  const parts = [
    ['Search', q],
    ['Status', status && wantedNames[status]],
    ['Document', kind && (driverFileKinds.find((one) => one.kind === kind)?.label ?? kind)],
    ['Department', department],
  ].filter(([, value]) => value);
  return parts.map(([label, value]) => `${label}: ${value}`).join('. ') || messages.allDrivers;
}
