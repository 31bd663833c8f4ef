import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { company } from '#contract/company/profile.ts';
import type { Role } from '#contract/wire/access.ts';
import { navigation, pageAt, pages } from './pages.ts';

/** Parts that several pages share. */
const notRoutes = ['documents/documents-page.tsx', 'shell/pending-page.tsx'];

test('an entry is shown only to roles that may open its page', () => {
  for (const { href, rail, tile } of navigation.filter(({ opens }) => opens === undefined)) {
    const allowed = pageAt(href)?.roles;
    const roles = allowed === 'page' ? ['admin'] : allowed;
    for (const role of [...rail, ...tile]) expect(roles, href).toContain(role);
  }
});

test('every page file of the portal is listed, and every listed file exists', () => {
  const portal = import.meta.dirname;
  const routeModules = readdirSync(portal, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('-page.tsx') && !notRoutes.includes(file))
    .map((file) => `portal/${file}`);
  expect(pages.map(({ file }) => file).sort()).toEqual(routeModules.sort());
});

test('no two pages share a path', () => {
  for (const page of pages) expect(pageAt(page.href.toUpperCase())).toBe(page);
});

test('each page is open to its roles (S4)', () => {
  const admins = ['/signup', '/users', '/adminfiles', '/inquiries', '/audit', '/receipts'];
  const office = ['/status', '/unsent-mail', '/announcements', '/import'];
  const shared = [
    ...['/portal', '/portaljobs', '/hours', '/damages', '/directory', '/holiday', '/trainingfiles'],
    ...['/chat', '/settlements', '/reports', '/store', '/spotlight', '/newhire', '/employeefiles'],
    ...['/time-off', '/claims', '/driver-file', '/password', '/sign-in', '/personal-data'],
  ];
  for (const path of [...admins, ...office]) expect(pageAt(path)?.roles, path).toEqual(['admin']);
  for (const path of shared) expect(pageAt(path)?.roles, path).toEqual(['admin', 'employee']);
});

test('each role has its tiles in their order (N2)', () => {
  const tilesOf = (role: Role) =>
    navigation.filter(({ tile }) => tile.includes(role)).map(({ href }) => href);
  const start = ['/Hours', '/time-off', '/TrainingFiles'];
  const end = ['/Settlements', company.hrSite, '/Store', '/Spotlight', '/NewHire'];
  expect(tilesOf('admin')).toEqual([
    ...[...start, '/applications', '/inquiries', '/Holiday', '/Reports', '/PortalJobs'],
    ...['/Directory', '/damages', '/users', '/Chat', ...end, '/AdminFiles', '/driver-file'],
    ...['testimonials'],
  ]);
  expect(tilesOf('employee')).toEqual([
    ...[...start, '/Holiday', '/Reports', '/Directory', '/damages', '/Chat', ...end],
    ...['/EmployeeFiles', '/driver-file'],
  ]);
});
