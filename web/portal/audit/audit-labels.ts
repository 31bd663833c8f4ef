import type { AuditEntry } from '#contract/audit.ts';
import { auditKinds } from '#contract/audit-actions.ts';
import { usDayAndTime } from '../shared/us-dates.ts';

/** The page that shows a kind of record. */
const pages: Readonly<Record<string, (entry: AuditEntry) => string>> = {
  user: ({ target_id }) => searchOf('/users', `UID ${target_id}`),
  employee: ({ target_id }) => searchOf('/users', `EID ${target_id}`),
  job: () => '/PortalJobs',
  application: ({ label }) => searchOf('/applications', label.split(',')[0]),
  inquiry: ({ label }) => searchOf('/inquiries', label.split(', ').at(-1)),
  damage: ({ target_id }) => searchOf('/damages', `#${target_id}`),
  product: ({ label }) => searchOf('/store', label),
  order: () => '/store?view=orders&which=all',
  post: () => '/spotlight',
  submission: () => '/AdminFiles',
  'settlement-drop': () => '/Settlements',
  mail: () => '/unsent-mail',
};

function searchOf(page: string, q = ''): string {
  return q === '' ? page : `${page}?${new URLSearchParams({ q })}`;
}

/** The kinds to filter by, without `file`, which has the same label as `document`. */
export const kindChoices = Object.entries(auditKinds)
  .filter(([kind]) => kind !== 'file')
  .map(([value, label]) => ({ value, label }));

/** The label of an entry's record, or its kind and id; '' when there is none. */
export function recordOf({ target_kind, target_id, label }: AuditEntry): string {
  if (label !== '' || target_kind === '') return label;
  return [auditKinds[target_kind] ?? capital(target_kind), target_id].filter(Boolean).join(' ');
}

/** The page that shows an entry's record; null when none does. */
export function pageOf(entry: AuditEntry): string | null {
  if (/\.(delete|close|discard|revoke)$/.test(entry.action)) return null;
  return pages[entry.target_kind]?.(entry) ?? null;
}

export function personOf({ user_id, username }: AuditEntry): string {
  if (username !== '') return username;
  return user_id === null ? 'Visitor or system' : `User ${user_id}`;
}

interface Change {
  label: string;
  /** Null when the log has only the new value. */
  before: string | null;
  after: string;
}

const instants = new Set(['since', 'until']);

/** The details of an entry, one per field. */
export function changesOf({ detail }: AuditEntry): Change[] {
  return Object.entries(detail).map(([name, value]) => {
    const label = name === 'times' ? 'Repeated' : wordsOf(name);
    if (name === 'times')
      return { label, before: null, after: Number(value) === 1 ? 'once' : `${value} times` };
    if (instants.has(name)) return { label, before: null, after: usDayAndTime(String(value)) };
    if (isRecord(value) && 'after' in value) {
      return { label, before: textOf(value.before), after: textOf(value.after) };
    }
    return { label, before: null, after: textOf(value, name === 'changed') };
  });
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A wire name as a label: `hire_date` and `hireDate` are 'Hire date'. */
function wordsOf(name: string): string {
  return capital(
    name
      .replace(/([a-z])([A-Z])/g, '$1 $2')
      .replaceAll('_', ' ')
      .toLowerCase(),
  ).replace(/^Pto\b/, 'PTO');
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function textOf(value: unknown, names = false): string {
  if (value === null || value === undefined || value === '') return '(empty)';
  if (Array.isArray(value)) {
    return value.map((part) => (names ? wordsOf(String(part)) : textOf(part))).join(', ');
  }
  if (isRecord(value)) {
    return Object.entries(value)
      .map(([name, part]) => `${wordsOf(name)}: ${textOf(part)}`)
      .join(', ');
  }
  return String(value);
}
