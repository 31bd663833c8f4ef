import { departments } from '../jobs.ts';

/** Longer than any text that the search compares, so that a cut search finds what the whole one does: nothing. */
const maxSearchLength = 201;

interface QueryKey {
  /** Returns the canonical value; null when it means the same as a missing key. */
  normalize: (value: string) => string | null;
  /** Whether there are more values than a cache should hold. */
  isFreeText?: boolean;
}

/** All unknown departments match the same jobs. */
const otherDepartment = 'other';

/** The query keys that rendering depends on, by path. Pages read any other key in the browser only. */
const queryKeys: Readonly<Record<string, Readonly<Record<string, QueryKey>>>> = {
  '/careers': {
    q: {
      normalize: (value) => value.trim().slice(0, maxSearchLength) || null,
      isFreeText: true,
    },
    department: {
      normalize: (value) => {
        if (value === 'All') return null;
        return departments.find((department) => department === value) ?? otherDepartment;
      },
    },
  },
  '/inquiry': {
    kind: { normalize: (value) => (/^(certificate|personal)$/.test(value) ? value : null) },
  },
  '/testimonials': {
    page: {
      normalize: (value) => {
        const page = Number(value);
        if (page === 1) return null;
        return Number.isSafeInteger(page) && page > 0 ? String(page) : '0';
      },
    },
  },
};

/** Names the route whose data the browser requests, in a `.data` URL. */
const dataKey = '_routes';

export interface PageQuery {
  /** With the question mark; '' without known keys. */
  search: string;
  isFreeText: boolean;
}

/** Reduces the query of a page's URL to the keys and values that change the page, in a fixed order. */
export function canonicalQuery(pathname: string, search: string): PageQuery {
  if (search === '') return { search, isFreeText: false };
  const path = pathname.toLowerCase().replace(/\/+$/, '');
  const page = path.replace(/\.data$/, '');
  const given = new URLSearchParams(search);
  const known = new URLSearchParams();
  let isFreeText = false;
  for (const [name, key] of Object.entries(queryKeys[page] ?? {})) {
    const value = given.get(name);
    const normal = value === null ? null : key.normalize(value);
    if (normal === null) continue;
    known.set(name, normal);
    isFreeText ||= key.isFreeText === true;
  }
  const routes = page === path ? null : given.get(dataKey);
  if (routes !== null) known.set(dataKey, routes);
  return { search: known.size > 0 ? `?${known}` : '', isFreeText };
}
