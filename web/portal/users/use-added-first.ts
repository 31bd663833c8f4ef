import { useEffect, useMemo, useState } from 'react';
import type { User } from '#contract/users.ts';

/** Marks the row or card of the added user, which takes the focus. */
export const addedProps = { 'data-added': '', tabIndex: -1 } as const;

/** The rows with the added user on top until the filter or the order (`key`) changes, and in sight. */
export function useAddedFirst(
  rows: readonly User[],
  all: readonly User[],
  added: number | null,
  key: string,
): readonly User[] {
  const [pinned, setPinned] = useState({ added, key });
  if (pinned.added !== added) setPinned({ added, key });
  const user = useMemo(() => all.find(({ user_id }) => user_id === added), [all, added]);
  const isKnown = user !== undefined;

  useEffect(() => {
    if (added === null || !isKnown) return;
    const row = document.querySelector<HTMLElement>('[data-added]');
    row?.scrollIntoView({ block: 'center' });
    row?.focus({ preventScroll: true });
  }, [added, isKnown]);

  return useMemo(() => {
    if (!user || pinned.key !== key) return rows;
    return [user, ...rows.filter((row) => row !== user)];
  }, [rows, user, pinned.key, key]);
}
