import { type ComponentType, lazy, useSyncExternalStore } from 'react';

type Module<P> = { default: ComponentType<P> };

/** The module's URL in the browser's error message. */
const moduleUrl = /https?:\/\/\S+\.js/;

/** A component that the server renders immediately and the browser loads on `load()`, which can be retried. */
export function lazyHydrate<P extends object>(importModule: () => Promise<Module<P>>) {
  // Never rejects: React would cache the error for good.
  const { promise, resolve } = Promise.withResolvers<Module<P>>();
  let loading: Promise<void> | null = null;
  let failedUrl: string | undefined;
  let failures = 0;
  return {
    Component: lazy(typeof document === 'undefined' ? importModule : () => promise),
    load(): Promise<void> {
      // Some browsers cache a failed import by its URL.
      loading ??= (
        failedUrl ? import(/* @vite-ignore */ `${failedUrl}?try=${failures}`) : importModule()
      ).then(resolve, (error: unknown) => {
        loading = null;
        failures += 1;
        failedUrl ??= moduleUrl.exec(String(error))?.[0];
        throw error;
      });
      return loading;
    },
  };
}

const neverChanges = () => () => {};

/** False on the server and while React hydrates, true afterwards. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
}
