import type { Notification } from '#contract/notifications.ts';

/** One notification, or several unread ones of a kind that lead to the same page; the newest is first. */
export type NoticeGroup = readonly [newest: Notification, ...older: Notification[]];

const pathOf = (link: string) => link.split('?')[0];

/** Groups unread notifications in the place of their newest one. Those without a link, or to be confirmed, stay single. */
export function groupNotices(list: readonly Notification[]): NoticeGroup[] {
  const groups = new Map<string, [Notification, ...Notification[]]>();
  for (const notice of list) {
    const { kind, link, is_read, must_confirm, notification_id } = notice;
    const isSingle = link === undefined || is_read === 1 || must_confirm === 1;
    const key = isSingle ? String(notification_id) : `${kind} ${pathOf(link)}`;
    const group = groups.get(key);
    if (group) group.push(notice);
    else groups.set(key, [notice]);
  }
  return [...groups.values()];
}

/** The link of a group: to the item that all are about, else to the page, with what its links have in common. */
export function linkOf([newest, ...older]: NoticeGroup): string | undefined {
  if (newest.link === undefined) return undefined;
  const [path = '', query = ''] = newest.link.split('?');
  const others = older.map(({ link = '' }) => new URLSearchParams(link.split('?')[1]));
  const common = [...new URLSearchParams(query)].filter(([name, value]) =>
    others.every((params) => params.get(name) === value),
  );
  return common.length === 0 ? path : `${path}?${new URLSearchParams(common)}`;
}
