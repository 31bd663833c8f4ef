/** The groups of the side navigation, and which of them are open. */
import { useState } from 'react';
import type { Role } from '#contract/wire/access.ts';
import { readStored, writeStored } from '#web/lib/device/storage.ts';
import { canonical, type NavItem, navigation } from '../pages.ts';

/** The paths of each group. An entry that the role doesn't see is left out. */
function pathsOf(role: Role): Record<string, readonly string[]> {
  const isAdmin = role === 'admin';
  return {
    'My work': ['/portal', '/Chat', '/Hours', '/time-off'],
    'Hiring and customers': isAdmin ? ['/inquiries', '/applications', '/PortalJobs'] : [],
    People: ['/Directory', '/users', '/signup', '/announcements', '/Spotlight'],
    'Documents and pay': [
      ...['/Settlements', '/TrainingFiles', '/AdminFiles', '/EmployeeFiles', '/Reports'],
      '/receipts',
    ],
    Fleet: ['/driver-file', '/damages', '/claims'],
    Company: ['/Holiday', '/Store', '/NewHire', ...(isAdmin ? [] : ['/PortalJobs'])],
    System: ['/unsent-mail', '/status', '/audit'],
  };
}

export interface NavGroup {
  title: string;
  items: readonly NavItem[];
}

export function groupsOf(role: Role): NavGroup[] {
  const entries = navigation.filter(({ rail }) => rail.includes(role));
  return Object.entries(pathsOf(role))
    .map(([title, paths]) => ({
      title,
      items: paths.flatMap((path) => entries.filter(({ href }) => href === path)),
    }))
    .filter(({ items }) => items.length > 0);
}

/** Entries that are open at once, at most: an employee should see all of them at a glance. */
const maxOpen = { employee: 9, admin: 99 };

/** The titles of the groups that are open at first, the latest last: an admin's are all but System. */
export function openAtFirst(role: Role): string[] {
  if (role === 'employee') return ['Documents and pay', 'My work'];
  return Object.keys(pathsOf(role)).slice(0, -1);
}

/** The group of the current page, and all open ones: it, then those that were opened last, as far as there is room. */
export function openGroups(
  groups: readonly NavGroup[],
  role: Role,
  pathname: string,
  opened: readonly string[],
): { current: NavGroup | undefined; open: ReadonlySet<NavGroup> } {
  const current = groups.find(({ items }) =>
    items.some(({ href }) => canonical(href) === canonical(pathname)),
  );
  const open = new Set<NavGroup>();
  let room = maxOpen[role];
  const byTitle = (title: string) => groups.find((group) => group.title === title);
  for (const group of [current, ...opened.map(byTitle).reverse()]) {
    if (!group || open.has(group) || group.items.length > room) continue;
    open.add(group);
    room -= group.items.length;
  }
  return { current, open };
}

const keyOf = (userId: number | null) => `headrack.navigation.${userId}`;

/** Which groups a person opened on this device, the latest last. */
export function useOpenedGroups(role: Role, userId: number | null) {
  const [opened, setOpened] = useState<readonly string[]>(() => {
    const stored = readStored(keyOf(userId));
    return Array.isArray(stored) ? stored.map(String) : openAtFirst(role);
  });
  function toggle(title: string, isOpen: boolean) {
    const others = opened.filter((one) => one !== title);
    const next = isOpen ? others : [...others, title];
    writeStored(keyOf(userId), next);
    setOpened(next);
  }
  return { opened, toggle };
}
