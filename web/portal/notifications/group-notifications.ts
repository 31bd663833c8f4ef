import type { Notification } from '#contract/notifications.ts';

/** One notification, or several unread ones of a kind that lead to the same page; the newest is first. */
export type NotificationGroup = readonly [newest: Notification, ...older: Notification[]];

const pathOf = (link: string) => link.split('?')[0];

/** Groups unread notifications in the place of their newest one. Those without a link, or to be confirmed, stay single. */
export function groupNotifications(list: readonly Notification[]): NotificationGroup[] {
  const groups = new Map<string, [Notification, ...Notification[]]>();
  for (const notification of list) {
    const { kind, link, is_read, must_confirm, notification_id } = notification;
    const isSingle = link === undefined || is_read === 1 || must_confirm === 1;
    const key = isSingle ? String(notification_id) : `${kind} ${pathOf(link)}`;
    const group = groups.get(key);
    if (group) group.push(notification);
    else groups.set(key, [notification]);
  }
  return [...groups.values()];
}

/** The link of a group: to the item that all are about, else to the page, with what its links have in common. */
export function linkOf([newest, ...older]: NotificationGroup): string | undefined {
  if (newest.link === undefined) return undefined;
  const [path = '', query = ''] = newest.link.split('?');
  const others = older.map(({ link = '' }) => new URLSearchParams(link.split('?')[1]));
  const common = [...new URLSearchParams(query)].filter(([name, value]) =>
    others.every((params) => params.get(name) === value),
  );
  return common.length === 0 ? path : `${path}?${new URLSearchParams(common)}`;
}
