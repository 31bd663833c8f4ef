import { currentLanguage, type Language } from '../text/languages.ts';

/** What the addresses of Spanish pages begin with: `/es/careers` is `/careers` in Spanish. */
export const spanishBase = '/es';

const spanishPath = /^\/es(?=\/|$)/i;

/** The language of an address, and its path without it. */
export function pageLanguage(pathname: string): { language: Language; path: string } {
  if (!spanishPath.test(pathname)) return { language: 'en', path: pathname };
  return { language: 'es', path: pathname.replace(spanishPath, '') || '/' };
}

/** The address of a page in a language; `path` is its English one. */
export function pathIn(language: Language, path: string): string {
  if (language === 'en') return path;
  return path === '/' ? spanishBase : spanishBase + path;
}

/** A whole address in a language; `url` is its English one. */
export function urlIn(language: Language, url: string): string {
  const { origin, pathname, search, hash } = new URL(url);
  return `${origin}${pathIn(language, pathname)}${search}${hash}`;
}

/** The address of a page in the current language, for links that the router doesn't make. */
export const ownPath = (path: string): string => pathIn(currentLanguage(), path);
