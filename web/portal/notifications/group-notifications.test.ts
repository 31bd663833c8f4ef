import { expect, test } from 'vitest';
import type { Notification } from '#contract/notifications.ts';
import { groupNotifications, linkOf } from './group-notifications.ts';

const notification = (notification_id: number, more: Partial<Notification> = {}): Notification => ({
  ...{ notification_id, kind: 'damage', message: `${notification_id}`, link: '/damages' },
  ...{ date: '2026-01-13T05:00:00.000Z', is_read: 0 },
  ...more,
});
const idsOf = (list: readonly Notification[]) =>
  groupNotifications(list).map((group) => group.map(({ notification_id }) => notification_id));
const link = (...links: string[]) => {
  const [group] = groupNotifications(links.map((one, index) => notification(index, { link: one })));
  return group && linkOf(group);
};

test('groups unread ones of a kind and page where the newest is', () => {
  expect(
    idsOf([
      notification(9, { link: '/damages?damage=4' }),
      notification(8, { kind: 'hours', link: '/Hours' }),
      notification(7),
      notification(6, { is_read: 1 }),
      notification(5, { kind: 'claim' }),
      notification(4),
    ]),
  ).toEqual([[9, 7, 4], [8], [6], [5]]);
});

test('keeps single what has no link or is to be confirmed', () => {
  const { link: _, ...plain } = notification(3);
  const list = [
    plain,
    { ...plain, notification_id: 2 },
    notification(1, { must_confirm: 1 }),
    notification(0),
  ];
  expect(idsOf(list)).toEqual([[3], [2], [1], [0]]);
});

test('leads to the item of all, else to their page', () => {
  expect(link('/claims?damage=4', '/claims?damage=4')).toBe('/claims?damage=4');
  expect(link('/claims?damage=4', '/claims?damage=5')).toBe('/claims');
  expect(link('/Store?view=orders&order=1', '/Store?view=orders&order=2')).toBe(
    '/Store?view=orders',
  );
  expect(link('/Hours')).toBe('/Hours');
});
