import { usersFilter } from '#contract/filters/users.ts';
import { signInFields } from '#contract/sign-in-states.ts';
import { type User, userFields } from '#contract/users.ts';
import { fieldText } from '#contract/wire/field-text.ts';
import { usShortDay } from '../shared/us-dates.ts';

export type ColumnKey = keyof typeof userFields;

const { payroll_number: _, ...tableFields } = userFields;
/** The columns of U2 in their order; Actions come after them. */
export const columns = Object.keys(tableFields) as Exclude<ColumnKey, 'payroll_number'>[];

/** A cell's text: N/A for an empty value. */
export function cellText(user: User, key: ColumnKey): string {
  return fieldText(user, key, userFields[key]) || 'N/A';
}

/** Whether a user has signed in, with the day of a link that was sent. */
export function signInText({ sign_in, link_sent_at }: Pick<User, 'sign_in' | 'link_sent_at'>) {
  const day = link_sent_at && usShortDay(link_sent_at);
  if (sign_in === 'link_sent') return `Link sent ${day}, not used yet`;
  if (sign_in === 'link_expired') return `Link of ${day} expired`;
  return fieldText({ sign_in }, 'sign_in', signInFields.sign_in);
}

/** The users to whom a link is to be sent: those with a link that works only when the list is filtered by that. */
export function withoutLink(users: readonly User[], { sign_in: shown }: Pick<Filter, 'sign_in'>) {
  const wanted = shown === 'link_sent' ? ['link_sent'] : ['no_link', 'link_expired'];
  return users.filter(({ sign_in }) => wanted.includes(sign_in)).map(({ user_id }) => user_id);
}

export type Filter = typeof usersFilter.none & {
  /** A column, after `-` in descending order. */
  sort: ColumnKey | `-${ColumnKey}`;
};

export const noFilter: Filter = { ...usersFilter.none, sort: 'user_id' };
export const filterChoices = {
  ...usersFilter.choices,
  sort: columns.flatMap((key) => [key, `-${key}`]),
};

export interface Sort {
  key: ColumnKey;
  descending: boolean;
}

export function sortOf({ sort }: Pick<Filter, 'sort'>): Sort {
  return { key: sort.replace('-', '') as ColumnKey, descending: sort.startsWith('-') };
}

const order = new Intl.Collator('en-US', { numeric: true, sensitivity: 'base' });

/** Sorts by one column, empty values last in both directions. */
export function sortUsers(users: readonly User[], { key, descending }: Sort): User[] {
  const sign = descending ? -1 : 1;
  const isEmpty = (user: User) => Number(user[key] === null || user[key] === '');
  return users.toSorted(
    (one, other) =>
      isEmpty(one) - isEmpty(other) ||
      sign * compare(one, other, key) ||
      one.user_id - other.user_id,
  );
}

function compare(one: User, other: User, key: ColumnKey): number {
  const [a, b] = [one[key], other[key]];
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  // Role names sort as they are shown, dates as they are stored.
  return order.compare(String(a), String(b));
}
