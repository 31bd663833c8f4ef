import { useLocation } from 'react-router';
import { useHydrated } from '#web/lib/hydrated.ts';

/** The list's address with the search somebody came from; the plain list before scripts run. */
export function useReturnAddress(): { to: string; state: { search: string } } {
  const state: unknown = useLocation().state;
  const hydrated = useHydrated();
  const search =
    hydrated && typeof state === 'object' && state !== null && 'search' in state
      ? String(state.search)
      : '';
  return { to: `/careers${search}`, state: { search } };
}
