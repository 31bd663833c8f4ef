import { useLocation } from 'react-router';
import { useHydrated } from '#web/lib/forms/use-hydrated.ts';

// Not in job-search.ts, which would add the search to the scripts of other pages.

/** The job list's URL with the search that led here; without the search before hydration. */
export function useReturnAddress(): { to: string; state: { search: string } } {
  const state: unknown = useLocation().state;
  const hydrated = useHydrated();
  const search =
    hydrated && typeof state === 'object' && state !== null && 'search' in state
      ? String(state.search)
      : '';
  return { to: `/careers${search}`, state: { search } };
}
