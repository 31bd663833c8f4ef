import { expect, test } from 'vitest';
import type { Notification } from '#contract/notifications.ts';
import { groupNotices, linkOf } from './group-notices.ts';

const notice = (notification_id: number, more: Partial<Notification> = {}): Notification => ({
  ...{ notification_id, kind: 'damage', message: `${notification_id}`, link: '/damages' },
  ...{ date: '2026-01-13T05:00:00.000Z', is_read: 0 },
  ...more,
});
const idsOf = (list: readonly Notification[]) =>
  groupNotices(list).map((group) => group.map(({ notification_id }) => notification_id));
const link = (...links: string[]) => {
  const [group] = groupNotices(links.map((one, index) => notice(index, { link: one })));
  return group && linkOf(group);
};

test('groups unread ones of a kind and page where the newest is', () => {
  expect(
    idsOf([
      notice(9, { link: '/damages?damage=4' }),
      notice(8, { kind: 'hours', link: '/Hours' }),
      notice(7),
      notice(6, { is_read: 1 }),
      notice(5, { kind: 'claim' }),
      notice(4),
    ]),
  ).toEqual([[9, 7, 4], [8], [6], [5]]);
});

test('keeps single what has no link or is to be confirmed', () => {
  const { link: _, ...plain } = notice(3);
  const list = [plain, { ...plain, notification_id: 2 }, notice(1, { must_confirm: 1 }), notice(0)];
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
