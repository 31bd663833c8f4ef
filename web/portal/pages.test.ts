import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Role } from '#contract/access.ts';
import { company } from '#contract/company.ts';
import { navigation, pageAt, pages } from './pages.ts';

/** Parts that several pages share. */
const notRoutes = ['documents/documents-page.tsx', 'shell/pending-page.tsx'];

const both = [
  '/Hours',
  '/TrainingFiles',
  '/Holiday',
  '/Reports',
  '/Directory',
  '/damages',
  '/Chat',
  '/Settlements',
  company.hrSite,
  '/Store',
  '/Spotlight',
  '/NewHire',
];
const tiles: Record<Role, string[]> = {
  // And /inquiries, which is not among the 17 tiles.
  admin: [
    ...both,
    '/applications',
    '/PortalJobs',
    '/users',
    '/AdminFiles',
    'testimonials',
    '/inquiries',
  ],
  employee: [...both, '/EmployeeFiles'],
};

test.each(['admin', 'employee'] as const)(
  'the tiles of the %s, with their exact links (N2)',
  (role) => {
    const hrefs = navigation.filter((item) => item.tile.includes(role)).map((item) => item.href);
    expect(hrefs.sort()).toEqual(tiles[role].sort());
  },
);

test('an entry is shown only to roles that may open its page', () => {
  for (const { href, rail, tile } of navigation.filter(({ opens }) => opens === undefined)) {
    const allowed = pageAt(href)?.roles;
    const roles = allowed === 'page' ? ['admin'] : allowed;
    for (const role of [...rail, ...tile]) expect(roles, href).toContain(role);
  }
});

test('every page file of the portal is in the list, and every listed file exists', () => {
  const portal = import.meta.dirname;
  const routeModules = readdirSync(portal, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('-page.tsx') && !notRoutes.includes(file))
    .map((file) => `portal/${file}`);
  expect(pages.map(({ file }) => file).sort()).toEqual(routeModules.sort());
});

test('no two pages share a path', () => {
  for (const page of pages) expect(pageAt(page.href.toUpperCase())).toBe(page);
});
