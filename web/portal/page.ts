import type { LucideIcon } from 'lucide-react';
import type { ComponentType } from 'react';
import type { Role } from '#contract/wire/access.ts';
import type { NavBadge } from './shared/live/nav-badges.ts';

/** A dialog that opens from a tile. */
export type PortalDialog = ComponentType<{ onClose: () => void }>;

/** An entry of the rail and the home page. */
export interface NavEntry {
  /** If it differs from the page's title. */
  title?: string;
  icon: LucideIcon;
  /** One line for the tile. */
  about: string;
  /** Roles that see it in the rail; by default those of the page. */
  rail?: readonly Role[];
  /** Roles that see its tile; by default those of the page. */
  tile?: readonly Role[];
  badge?: NavBadge;
}

export interface Page {
  /** Spelled as required (N2); routing ignores case. */
  href: string;
  /** The document title. */
  title: string;
  /** The route module, relative to web/. */
  file: string;
  /** Roles that may open it; 'page': the page checks access itself. */
  roles: readonly Role[] | 'page';
  /** Clears an expired session before /login does. */
  clearsExpiredSession?: true;
  /** Missing if other pages link to it; a list has one entry for each role. */
  nav?: NavEntry | readonly NavEntry[];
}

/** A navigation entry without a page. */
export interface Shortcut {
  /** An external URL, or the name of a dialog. */
  href: string;
  title: string;
  opens: 'new tab' | 'dialog';
  dialog?: () => Promise<{ default: PortalDialog }>;
  nav: NavEntry;
}
