import { type Role, roles } from '#contract/wire/access.ts';
import type { NavEntry } from './page.ts';

/** Who sees a page, its navigation entry or its tile. */
export const both: readonly Role[] = roles;
export const admins: readonly Role[] = ['admin'];
export const employees: readonly Role[] = ['employee'];
export const noRoles: readonly Role[] = [];

/** A page for both roles without an entry in the navigation. */
export const unlisted = (href: string, title: string, file: string) => ({
  href,
  title,
  file,
  roles: both,
});

/** A page for admins in the rail, without a tile. */
export const officePage = (href: string, title: string, file: string, nav: NavEntry) => ({
  href,
  title,
  file,
  roles: admins,
  nav: { tile: noRoles, ...nav },
});
