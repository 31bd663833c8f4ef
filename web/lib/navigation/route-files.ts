/**
 * React Router reloads the document when a route's script fails to load, which offline replaces the app with the
 * browser's error page. So in the portal a navigation waits here until its scripts have loaded.
 */
import { useSyncExternalStore } from 'react';
import { matchRoutes, type RouteObject } from 'react-router';
import { pageLanguage } from '#contract/wire/page-languages.ts';
import { fromPageEntry } from './dialog-history.ts';
import { navigationHook } from './navigation-hook.ts';

interface ReactRouterGlobals {
  __reactRouterManifest?: {
    version: string;
    routes: Record<string, { module: string; imports?: string[] } | undefined>;
  };
  __reactRouterDataRouter?: { routes: RouteObject[] };
  __reactRouterRouteModules?: Record<string, unknown>;
}

const reactRouter = () => window as unknown as ReactRouterGlobals;

/** The page that a navigation waits for. */
export interface PendingPage {
  pathname: string;
  problem: 'offline' | 'missing' | null;
}

/** Milliseconds until a request is given up, and between two tries. */
const timeout = 30_000;
const pause = 5_000;

/** The version of the scripts that this page runs. */
export const readBuild = (): string => reactRouter().__reactRouterManifest?.version ?? '';

const loaded = new Set<string>();

/** The modules of a page that haven't run, each with what it imports. */
function missingModules(pathname: string): string[][] {
  const { __reactRouterManifest, __reactRouterDataRouter, __reactRouterRouteModules } =
    reactRouter();
  const { path } = pageLanguage(pathname);
  const matches = matchRoutes(__reactRouterDataRouter?.routes ?? [], path) ?? [];
  return matches.flatMap(({ route: { id = '' } }) => {
    const route = __reactRouterManifest?.routes[id];
    const isMissing =
      route && !loaded.has(route.module) && !(id in (__reactRouterRouteModules ?? {}));
    return isMissing ? [[route.module, ...(route.imports ?? [])]] : [];
  });
}

class MissingFile extends Error {
  override name = 'MissingFile';
}

/** Loads and runs the scripts of a page. Fetches them first: some browsers never repeat an import that failed. */
export async function loadPage(
  pathname: string,
  options: RequestInit = { signal: AbortSignal.timeout(timeout) },
): Promise<void> {
  const modules = missingModules(pathname);
  const files = [...new Set(modules.flat())].filter((file) => !loaded.has(file));
  await Promise.all(
    files.map(async (file) => {
      const response = await fetch(file, options);
      if (!response.ok) throw new MissingFile(file);
      await response.arrayBuffer();
    }),
  );
  await Promise.all(modules.map(([module = '']) => import(/* @vite-ignore */ module)));
  for (const file of files) loaded.add(file);
}

async function hasNewerBuild(): Promise<boolean> {
  try {
    const response = await fetch('/build', { cache: 'no-store' });
    const { build } = (await response.json()) as { build: unknown };
    return typeof build === 'string' && build !== readBuild();
  } catch {
    return false;
  }
}

let pending: PendingPage | null = null;
let turn = 0;
const watchers = new Set<() => void>();

function show(next: PendingPage | null): void {
  pending = next;
  for (const watcher of watchers) watcher();
}

function subscribe(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

/** The page being loaded; null when none is. Navigations wait while a component uses this. */
export function usePendingPage(): PendingPage | null {
  return useSyncExternalStore(
    subscribe,
    () => pending,
    () => null,
  );
}

const never = new Promise<never>(() => {});

/** Waits until the browser is online again, or a while has passed. */
const nextTry = () =>
  new Promise<unknown>((resolve) => {
    addEventListener('online', resolve, { once: true });
    setTimeout(resolve, pause);
  });

/** Resolves once the page's scripts have run; never resolves when another navigation supersedes it. */
export async function pageLoaded(to: string): Promise<void> {
  turn += 1;
  const own = turn;
  const target = new URL(to, location.href);
  const { pathname } = target;
  let problem: PendingPage['problem'] = null;
  while (missingModules(pathname).length > 0) {
    show({ pathname, problem });
    try {
      await loadPage(pathname);
    } catch (error) {
      if (own !== turn) return never;
      if (error instanceof MissingFile && (await hasNewerBuild())) {
        location.assign(target);
        return never;
      }
      problem = navigator.onLine ? 'missing' : 'offline';
      show({ pathname, problem });
      await nextTry();
    }
    if (own !== turn) return never;
  }
  if (pending) show(null);
}

/** The last navigation that a link or the page's code began; null once it is over. */
let opening: object | null = null;

/** Whether a link or the page's code is on its way to an address, also while the router doesn't know of it yet. */
export const isNavigating = (): boolean => opening !== null;

/** Makes a navigation wait until its scripts have loaded, then navigates from the page's own history entry. */
export async function openPage(go: () => Promise<unknown>, to: string | number): Promise<void> {
  const own = {};
  opening = own;
  try {
    if (watchers.size > 0 && typeof to === 'string') await pageLoaded(to);
    await fromPageEntry(go);
  } finally {
    if (opening === own) opening = null;
  }
}

navigationHook.popListeners.add((event) => {
  if (watchers.size === 0) return;
  // What it supersedes never ends.
  opening = null;
  const mustWait = missingModules(location.pathname).length > 0;
  if (mustWait) event.stopPropagation();
  void pageLoaded(location.href).then(() => {
    if (mustWait) dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
  });
});
