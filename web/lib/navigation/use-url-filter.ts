import { useCallback, useEffect, useRef, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { isNavigating } from './route-files.ts';

/** Milliseconds after the last change. Browsers limit how often the URL may change. */
const writeDelay = 250;

type Strings<T> = { [Name in keyof T]: string };

/**
 * The search and the filters of a list, kept in the URL: reload, Back and a shared link restore them.
 * Each key of `defaults` is the name of a URL parameter, which is left out while it has its default.
 * `choices` lists the values a parameter may have; any other value counts as the default.
 * Both must be constants. A change replaces the history entry and keeps all other parameters.
 */
export function useUrlFilter<T extends Strings<T>>(
  defaults: T,
  choices: Partial<Record<keyof T, readonly string[]>> = {},
): readonly [filter: T, change: (part: Partial<T>) => void] {
  const [params, setParams] = useSearchParams();
  const { state } = useLocation();
  const read = (from: URLSearchParams) => readFilter(from, defaults, choices);
  // Navigating is asynchronous, so a text field bound to the URL would lose letters.
  const [filter, setFilter] = useState(() => read(params));
  const inUrl = JSON.stringify(read(params));
  // As it will be read from the URL, which has no lone surrogates and no blank search.
  const wanted = JSON.stringify(read(withFilter(params, filter, defaults)));
  const known = useRef(inUrl);

  useEffect(() => {
    // Changed by a link, Back or Forward.
    if (inUrl === known.current) return;
    known.current = inUrl;
    setFilter(JSON.parse(inUrl) as T);
  }, [inUrl]);

  useEffect(() => {
    if (wanted === inUrl) return;
    const { pathname } = window.location;
    const write = () => {
      // It would cancel the navigation.
      if (isNavigating()) timer = setTimeout(write, writeDelay);
      else if (window.location.pathname === pathname) {
        known.current = wanted;
        // Another filter of the page may have written what isn't rendered yet.
        const current = new URLSearchParams(window.location.search);
        setParams(withFilter(current, filter, defaults), {
          replace: true,
          preventScrollReset: true,
          state,
        });
      }
    };
    let timer = setTimeout(write, writeDelay);
    return () => clearTimeout(timer);
  }, [filter, wanted, inUrl, setParams, defaults, state]);

  const change = useCallback(
    (part: Partial<T>) => setFilter((current) => ({ ...current, ...part })),
    [],
  );
  return [filter, change];
}

function namesOf<T extends object>(defaults: T): (keyof T & string)[] {
  return Object.keys(defaults) as (keyof T & string)[];
}

function readFilter<T extends Strings<T>>(
  params: URLSearchParams,
  defaults: T,
  choices: Partial<Record<keyof T, readonly string[]>>,
): T {
  const filter = { ...defaults };
  for (const name of namesOf(defaults)) {
    const value = params.get(name);
    if (value !== null && (choices[name]?.includes(value) ?? true)) {
      filter[name] = value as T[typeof name];
    }
  }
  return filter;
}

function withFilter<T extends Strings<T>>(
  params: URLSearchParams,
  filter: T,
  defaults: T,
): URLSearchParams {
  const next = new URLSearchParams(params);
  for (const name of namesOf(defaults)) {
    if (filter[name].trim() === defaults[name]) next.delete(name);
    else next.set(name, filter[name]);
  }
  return next;
}
