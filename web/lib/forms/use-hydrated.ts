import { useSyncExternalStore } from 'react';

const neverChanges = () => () => {};

/** False on the server and while React hydrates, true afterwards. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
}
