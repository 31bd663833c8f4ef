import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { importAgain } from '#web/lib/navigation/import-again.ts';
import { useConnectionState } from '../shared/live/live-updates.ts';
import { isMessage } from '../shared/offline/entries.ts';
import { outbox as messages } from '../shared/offline/messages.ts';
import { useOutbox } from '../shared/offline/outbox-of.ts';
import { usDayAndTime } from '../shared/us-dates.ts';

const importDialog = importAgain(() => import('./waiting-dialog.tsx'));
const loadDialog = () => importDialog().catch(() => null);

/** Milliseconds without a connection before it is said: a phone changes cells in less. */
const graceMs = 3_000;

/** Says how old the page is while there is no connection, and what waits on the device. */
export function OfflineBar() {
  const [dialog, setDialog] = useState<Awaited<ReturnType<typeof loadDialog>>>(null);
  const { entries, outbox } = useOutbox();
  const isOffline = useIsOffline();
  const asOf = useOldestData(isOffline);
  useEffect(() => {
    // What waits since the last visit; the connection sends it once it is up.
    void outbox.refresh();
    // Without a connection it is too late for that.
    void loadDialog();
  }, [outbox]);
  const calls = entries.filter((entry) => !isMessage(entry));
  const refused = calls.filter(({ error }) => error !== null).length;
  const chatCount = isOffline ? entries.length - calls.length : 0;
  const waiting = calls.length - refused + chatCount;
  // One that is sent at once, with its form on the screen, doesn't need a bar.
  const isShown = isOffline || refused > 0 || (calls.length > 0 && outbox.isLost);

  return (
    <>
      <div
        className={
          isShown
            ? 'flex flex-wrap items-center gap-x-4 border-b border-line bg-well px-4 py-1 text-sm text-ink sm:px-8 print:hidden'
            : ''
        }
        role="status"
      >
        {isShown && (
          <>
            {isOffline && (
              <span className="py-2 font-semibold">
                {asOf === null ? messages.offline : messages.asOf(usDayAndTime(asOf))}
              </span>
            )}
            {waiting + refused > 0 && (
              <button
                className="text-link min-h-11 font-semibold"
                onClick={() => void loadDialog().then(setDialog)}
                type="button"
              >
                {[
                  waiting > 0 && messages.count(waiting),
                  refused > 0 && messages.refusedCount(refused),
                ]
                  .filter(Boolean)
                  .join(', ')}
              </button>
            )}
          </>
        )}
      </div>
      {dialog && <dialog.WaitingDialog chatCount={chatCount} onClose={() => setDialog(null)} />}
    </>
  );
}

function useIsOffline(): boolean {
  const state = useConnectionState();
  const [isLate, setLate] = useState(false);
  const isUp = state === 'connected' || state === 'closed';
  useEffect(() => {
    setLate(false);
    if (isUp) return;
    const timer = setTimeout(() => setLate(true), navigator.onLine ? graceMs : 0);
    return () => clearTimeout(timer);
  }, [isUp]);
  return isLate && !isUp;
}

/** When the oldest data on the screen came from the server, ISO 8601; null without any. */
function useOldestData(isWatched: boolean): string | null {
  const cache = useQueryClient().getQueryCache();
  const oldest = useSyncExternalStore(
    (watcher) => (isWatched ? cache.subscribe(watcher) : () => undefined),
    () => {
      if (!isWatched) return 0;
      const times = cache
        .findAll({ type: 'active' })
        .filter(({ meta, state }) => state.data !== undefined && meta?.offline)
        // The account's own name doesn't change.
        .flatMap(({ queryKey: [first], state }) => (first === 'user' ? [] : state.dataUpdatedAt));
      return times.length > 0 ? Math.min(...times) : 0;
    },
  );
  return oldest === 0 ? null : new Date(oldest).toISOString();
}
