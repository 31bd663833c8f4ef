import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
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
