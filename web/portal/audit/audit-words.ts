import type { AuditEntry } from '#contract/audit.ts';

/** The kinds of records that the log knows, with the room where each is found. */
const kinds: Record<string, { label: string; room?: (id: string) => string }> = {
  user: { label: 'User', room: (id) => `/users?q=UID+${id}` },
  employee: { label: 'Employee', room: (id) => `/users?q=EID+${id}` },
  job: { label: 'Job', room: () => '/PortalJobs' },
  application: { label: 'Application', room: () => '/applications' },
  inquiry: { label: 'Inquiry', room: () => '/inquiries' },
  damage: { label: 'Damage', room: () => '/damages' },
  'settlement-drop': { label: 'Settlement drop', room: () => '/Settlements' },
  notification: { label: 'Notification', room: () => '/portal' },
  file: { label: 'File' },
  object: { label: 'File' },
  session: { label: 'Session' },
};

/** The choices of the search. */
export const kindChoices = Object.entries(kinds)
  .filter(([kind]) => kind !== 'object')
  .map(([value, { label }]) => ({ value, label }));

/** The record of an entry, in words; '' when it is about none. */
export function recordOf({ target_kind, target_id }: AuditEntry): string {
  if (target_kind === '') return '';
  return [kinds[target_kind]?.label ?? capital(target_kind), target_id].filter(Boolean).join(' ');
}

/** Where the record of an entry is found, null where there is no room for it. */
export function roomOf({ target_kind, target_id, action }: AuditEntry): string | null {
  // What is gone is found nowhere.
  if (/\.(delete|close)$/.test(action)) return null;
  return kinds[target_kind]?.room?.(encodeURIComponent(target_id)) ?? null;
}

/** Who did it. */
export function personOf({ user_id, username }: AuditEntry): string {
  if (username !== '') return username;
  return user_id === null ? 'Visitor or system' : `User ${user_id}`;
}

interface Change {
  label: string;
  /** What was there before; null where the log keeps only what is there now. */
  before: string | null;
  after: string;
}

/** What an entry tells beyond its action, one line for each field. */
export function changesOf({ detail }: AuditEntry): Change[] {
  return Object.entries(detail).map(([name, value]) => {
    const label = wordsOf(name);
    if (isRecord(value) && 'after' in value) {
      return { label, before: textOf(value.before), after: textOf(value.after) };
    }
    return { label, before: null, after: textOf(value, name === 'changed') };
  });
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A field's wire name as people say it: `hire_date` and `hireDate` are 'Hire date'. */
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
