/**
 * React Router reloads the document when a route's script fails to load, which offline replaces the app with
 * the browser's error page. So a navigation waits here until its scripts have loaded.
 */
import { useSyncExternalStore } from 'react';
import { matchRoutes, type RouteObject } from 'react-router';
import { fromPageEntry, watchDialogHistory } from './dialog-history.ts';
import { navigationHook } from './navigation-hook.ts';

interface ManifestRoute {
  id: string;
  parentId?: string;
  path?: string;
  index?: boolean;
  module: string;
  clientLoaderModule?: string;
  imports?: string[];
}

interface Manifest {
  version: string;
  routes: Record<string, ManifestRoute>;
}

/** The page that a navigation waits for. */
export interface PendingPage {
  pathname: string;
  problem: 'slow' | 'offline' | 'missing' | null;
}

/** Milliseconds until 'slow' is reported. */
const slowAfter = 4_000;
/** Timeout of the first attempt in milliseconds; each further attempt gets as much more. */
const tryTimeout = 8_000;
const maxTimeout = 30_000;
const maxPause = 15_000;

const readManifest = () =>
  (window as unknown as { __reactRouterManifest?: Manifest }).__reactRouterManifest;

/** The version of the scripts that this page runs. */
export const readBuild = (): string => readManifest()?.version ?? '';

let tree: RouteObject[] | null = null;

function childrenOf(routes: ManifestRoute[], parentId: string | undefined): RouteObject[] {
  return routes
    .filter((route) => route.parentId === parentId)
    .map(({ id, path, index }) =>
      index ? { id, path, index } : { id, path, children: childrenOf(routes, id) },
    );
}

/** The routes of a page, outermost first; empty without a manifest. */
function routesOf(pathname: string): ManifestRoute[] {
  const routes = readManifest()?.routes ?? {};
  tree ??= childrenOf(Object.values(routes), undefined);
  return (matchRoutes(tree, pathname) ?? []).flatMap(({ route }) => routes[route.id ?? ''] ?? []);
}

const entriesOf = ({ module, clientLoaderModule }: ManifestRoute) =>
  clientLoaderModule ? [module, clientLoaderModule] : [module];

/** Scripts that this document has, so that React Router's own import of them can't fail. */
const loaded = new Set<string>();

function missingFiles(pathname: string): string[] {
  if (loaded.size === 0) {
    // React Router removes its preload links once the page is hydrated. Files that only `fetchFile` got didn't run.
    for (const entry of performance.getEntriesByType('resource') as PerformanceResourceTiming[]) {
      const isScript = entry.initiatorType !== 'fetch' && entry.decodedBodySize > 0;
      if (isScript) loaded.add(new URL(entry.name).pathname);
    }
  }
  const files = routesOf(pathname).flatMap((route) => [
    ...entriesOf(route),
    ...(route.imports ?? []),
  ]);
  return [...new Set(files)].filter((file) => !loaded.has(file));
}

class MissingFile extends Error {
  override name = 'MissingFile';
}

async function fetchFile(file: string, options: RequestInit): Promise<void> {
  const response = await fetch(file, options);
  if (!response.ok) throw new MissingFile(file);
  await response.arrayBuffer();
}

/** The modules of a page's routes. */
export type RouteModules = Record<string, unknown>[];

/**
 * Loads a page's scripts and runs them. Fetches before importing: some browsers cache a failed import, but every
 * browser repeats a fetch.
 */
export async function loadPage(
  pathname: string,
  options: RequestInit = { signal: AbortSignal.timeout(tryTimeout) },
): Promise<RouteModules> {
  const files = missingFiles(pathname);
  await Promise.all(files.map((file) => fetchFile(file, options)));
  const entries = routesOf(pathname).flatMap(entriesOf);
  const modules: RouteModules = await Promise.all(
    entries.map((file) => import(/* @vite-ignore */ file)),
  );
  for (const file of files) loaded.add(file);
  return modules;
}

/** Waits until a retry makes sense: the browser is online again, or a while has passed. */
export function nextTry(tries: number): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      removeEventListener('online', done);
      resolve();
    };
    const timer = setTimeout(done, Math.min(1000 * 2 ** tries, maxPause));
    addEventListener('online', done);
  });
}

async function hasNewerBuild(): Promise<boolean> {
  try {
    const response = await fetch('/build', { cache: 'no-store' });
    const { build } = (await response.json()) as { build: unknown };
    return typeof build === 'string' && build !== readManifest()?.version;
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

/** The page being loaded; null when none is. */
export function usePendingPage(): PendingPage | null {
  return useSyncExternalStore(
    subscribe,
    () => pending,
    () => null,
  );
}

const never = new Promise<never>(() => {});

/** Resolves once the page's scripts have run; never resolves when another navigation supersedes it. */
export async function pageLoaded(to: string): Promise<void> {
  turn += 1;
  const own = turn;
  const target = new URL(to, location.href);
  const { pathname } = target;
  const report = (problem: PendingPage['problem']) => own === turn && show({ pathname, problem });
  if (missingFiles(pathname).length > 0) report(null);
  const timer = setTimeout(() => pending?.problem === null && report('slow'), slowAfter);
  for (let tries = 0; missingFiles(pathname).length > 0; tries += 1) {
    try {
      const timeout = Math.min(tryTimeout * (tries + 1), maxTimeout);
      await loadPage(pathname, { signal: AbortSignal.timeout(timeout) });
    } catch (error) {
      if (own === turn && error instanceof MissingFile && (await hasNewerBuild())) {
        location.assign(target);
        return never;
      }
      report(navigator.onLine ? 'missing' : 'offline');
      await nextTry(tries);
    }
    if (own !== turn) break;
  }
  clearTimeout(timer);
  if (own !== turn) return never;
  show(null);
}

function onBackOrForward(event: PopStateEvent): void {
  if (missingFiles(location.pathname).length === 0) {
    turn += 1;
    if (pending) show(null);
    return;
  }
  event.stopPropagation();
  void pageLoaded(location.href).then(() =>
    dispatchEvent(new PopStateEvent('popstate', { state: history.state })),
  );
}

type OpenListener = (pathname: string, modules: RouteModules) => void;

const openListeners = new Set<OpenListener>();

/** Calls the listener when a navigation opens another page, before that is rendered. Returns what ends it. */
export function onPageOpen(listener: OpenListener): () => void {
  openListeners.add(listener);
  return () => openListeners.delete(listener);
}

async function reportOpen(pathname: string): Promise<void> {
  if (pathname === location.pathname) return;
  // They have loaded. A script that throws is the router's matter.
  const modules = await loadPage(pathname).catch(() => []);
  for (const listener of openListeners) listener(pathname, modules);
}

let isHolding = false;

/** Makes every navigation, Back and Forward included, wait until its scripts have loaded. */
export function blockNavigations(): void {
  if (isHolding) return;
  isHolding = true;
  navigationHook.navigate = async (go, to) => {
    if (typeof to === 'string') {
      await pageLoaded(to);
      await reportOpen(new URL(to, location.href).pathname);
    }
    await fromPageEntry(go);
  };
  // Before our own listener: Back in a dialog isn't a navigation.
  watchDialogHistory();
  navigationHook.popListeners.add(onBackOrForward);
}
