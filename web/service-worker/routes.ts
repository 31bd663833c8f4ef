import { pageLanguage, pathIn } from '#contract/wire/page-languages.ts';
import { keepMark } from '#web/lib/device/kept-files.ts';

/** What the worker does with a request. */
export type WorkerRoute =
  /** A page of the portal or /login, by its path in the precache; `isTranslated`: the device saves it in another language. */
  | { kind: 'page'; path: string; isTranslated: boolean }
  | { kind: 'asset'; path: string }
  /** A file that an employee opens, by its key. */
  | { kind: 'file'; key: string; userId: number }
  | { kind: 'kept file' };

type Asked = Pick<Request, 'url' | 'method' | 'mode'>;

/** How to answer a request; null leaves it to the browser. `isSaved` says whether a path is in the precache. */
export function routeOf(
  { url, method, mode }: Asked,
  origin: string,
  isSaved: (path: string) => boolean,
): WorkerRoute | null {
  const { origin: from, pathname, searchParams, hash } = new URL(url);
  if (method !== 'GET' || from !== origin) return null;
  if (pathname.startsWith('/kept-files/')) return { kind: 'kept file' };
  if (mode !== 'navigate') {
    const isAsset = pathname.includes('.') && isSaved(pathname);
    return isAsset ? { kind: 'asset', path: pathname } : null;
  }
  const [, key] = /^\/files\/((?:settlements|training)\/.+)$/.exec(pathname) ?? [];
  if (key) {
    // The server has signed the id, and answers only if the signature is right.
    const userId = Number(searchParams.get('user'));
    return hash === keepMark && userId > 0 ? { kind: 'file', key, userId } : null;
  }
  // As the server does: any case, with or without a slash at the end.
  const path = pathname.toLowerCase().replace(/(.)\/+$/, '$1');
  if (path.includes('.')) return null;
  if (isSaved(path)) return { kind: 'page', path, isTranslated: false };
  // The start address and the shortcuts of an installed app are English ones.
  const { language, path: english } = pageLanguage(path);
  const translated = pathIn(language === 'es' ? 'en' : 'es', english);
  return isSaved(translated) ? { kind: 'page', path: translated, isTranslated: true } : null;
}
