import { useCallback, useSyncExternalStore } from 'react';

/** Whether the viewport has this width, by default room for a table, with 51.25rem (820 px) for one of records; paper has. */
export function useWide(width: '48rem' | '51.25rem' | '64rem' = '48rem'): boolean {
  const query = `print, (width >= ${width})`;
  const subscribe = useCallback(
    (listener: () => void) => {
      const media = matchMedia(query);
      media.addEventListener('change', listener);
      return () => media.removeEventListener('change', listener);
    },
    [query],
  );
  return useSyncExternalStore(
    subscribe,
    () => matchMedia(query).matches,
    () => false,
  );
}
