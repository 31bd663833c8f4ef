import { expect, test } from 'vitest';
import { roles } from '#contract/wire/access.ts';
import { navigation } from '../pages.ts';
import { groupsOf, openAtFirst, openGroups } from './nav-groups.ts';

const titlesOf = (role: 'admin' | 'employee') => groupsOf(role).map(({ title }) => title);

test.each(roles)('every entry of the %s is in one group', (role) => {
  const grouped = groupsOf(role).flatMap(({ items }) => items.map(({ href }) => href));
  const shown = navigation.filter(({ rail }) => rail.includes(role)).map(({ href }) => href);
  expect(grouped.toSorted()).toEqual(shown.toSorted());
});

test('a group is shown only with entries of the role', () => {
  const office = ['Hiring and customers', 'System'];
  expect(titlesOf('admin')).toEqual(expect.arrayContaining(office));
  expect(titlesOf('employee')).toEqual([
    ...['My work', 'People', 'Documents and pay', 'Fleet', 'Company'],
  ]);
});

test('an employee has at most nine entries open, whatever they opened, and always those beside the page', () => {
  const groups = groupsOf('employee');
  const titles = titlesOf('employee');
  for (const here of groups) {
    for (const { href } of here.items) {
      for (const opened of [openAtFirst('employee'), titles, titles.toReversed(), []]) {
        const { open, current } = openGroups(groups, 'employee', href.toUpperCase(), opened);
        const entries = [...open].flatMap(({ items }) => items);
        expect(entries.length, `${href} ${opened}`).toBeLessThanOrEqual(9);
        expect([current, open.has(here)]).toEqual([here, true]);
        // What was opened last has room beside it.
        const last = groups.find(({ title }) => title === opened.at(-1));
        expect(!last || open.has(last), `${href} ${opened}`).toBe(true);
      }
    }
  }
});

test('an admin has all groups of daily work open at first', () => {
  const groups = groupsOf('admin');
  const openAt = (path: string) => openGroups(groups, 'admin', path, openAtFirst('admin')).open;
  const closed = groups.filter((group) => !openAt('/portal').has(group));
  expect(closed.map(({ title }) => title)).toEqual(['System']);
  expect(openAt('/audit').size).toBe(groups.length);
});
