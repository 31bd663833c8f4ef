import { useCallback, useSyncExternalStore } from 'react';

/** Whether the viewport has this width, by default room for a table; paper has. */
export function useWide(width: '48rem' | '64rem' = '48rem'): boolean {
  const query = `print, (width >= ${width})`;
  const subscribe = useCallback(
    (listener: () => void) => {
      const media = matchMedia(query);
      media.addEventListener('change', listener);
      return () => media.removeEventListener('change', listener);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches);
}
