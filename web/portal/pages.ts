import type { NavEntry, Page, Shortcut } from './page.ts';
import { entries } from './page-list.ts';
import { inSpanish } from './page-texts.ts';
import type { NavBadge } from './shared/live/nav-badges.ts';

export const pages: readonly Page[] = entries.filter((entry) => 'file' in entry);

export interface NavItem extends Required<Omit<NavEntry, 'badge'>> {
  badge?: NavBadge;
  href: string;
  /** Missing for a page of the portal. */
  opens?: Shortcut['opens'];
  dialog?: NonNullable<Shortcut['dialog']>;
}

/** The entries of the rail and the home page, in the language of the document. */
export const navigation: readonly NavItem[] = entries.flatMap(
  ({ href, title, nav = [], ...entry }) => {
    const shown = 'roles' in entry && entry.roles !== 'page' ? entry.roles : [];
    return [nav].flat().map((one) => ({
      href,
      rail: shown,
      tile: shown,
      ...('opens' in entry && {
        opens: entry.opens,
        ...(entry.dialog && { dialog: entry.dialog }),
      }),
      ...one,
      title: inSpanish(one.title ?? title),
      about: inSpanish(one.about),
    }));
  },
);

/** Lower case, without a trailing slash. */
export function canonical(path: string): string {
  return path.toLowerCase().replace(/(.)\/+$/, '$1');
}

/** The page at a path, ignoring case; undefined outside the portal. */
export function pageAt(path: string): Page | undefined {
  return pages.find(({ href }) => canonical(href) === canonical(path));
}
