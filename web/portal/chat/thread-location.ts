import { useCallback } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';

/** State of navigations from the list, so that the back button can use the browser's Back. */
export const fromList = { fromList: true };

/**
 * Builds the URL query of a conversation, and of a message in it, and keeps the search of the list. Pass it to a link as
 * it is: from `{ search }` the router makes the address of the home page, whose scripts a navigation would wait for.
 */
export function useThreadSearch(): (personId: number, messageId?: number) => string {
  const [params] = useSearchParams();
  const q = params.get('q');
  return (personId, messageId) => {
    const next = new URLSearchParams({ with: String(personId) });
    if (messageId !== undefined) next.set('message', String(messageId));
    if (q !== null) next.set('q', q);
    return `?${next}`;
  };
}

/** The conversation of the URL (`?with=12&message=345`), and the way back to the list. */
export function useThreadLocation() {
  const [params] = useSearchParams();
  const { state } = useLocation();
  const navigate = useNavigate();
  const cameFromList = isFromList(state);

  const back = useCallback(() => {
    if (cameFromList) void navigate(-1);
    else void navigate('?', { replace: true });
  }, [cameFromList, navigate]);

  return { personId: idOf(params.get('with')), messageId: idOf(params.get('message')), back };
}

function isFromList(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'fromList' in state;
}

function idOf(text: string | null): number | null {
  return text !== null && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null;
}
