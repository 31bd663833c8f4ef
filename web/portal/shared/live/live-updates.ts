import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { type Connection, type ConnectionState, makeConnection } from '#web/lib/api/socket.ts';
import { throttle } from '#web/lib/api/throttle.ts';

const connections = new WeakMap<QueryClient, Connection>();

/** The connection of the signed-in user's portal; the shell opens and closes it. */
export function connectionOf(client: QueryClient): Connection {
  const known = connections.get(client);
  if (known) return known;
  const connection = makeConnection();
  connections.set(client, connection);
  return connection;
}

export function useConnectionState(): ConnectionState {
  const connection = connectionOf(useQueryClient());
  const read = () => connection.state;
  return useSyncExternalStore(connection.onState, read, read);
}

/** Milliseconds between two reloads for the same event: many users may act in the same second. */
const minReloadInterval = 1000;

/**
 * Runs the function of each event when it arrives, and of all events after a reconnect, when events may be lost. Also
 * of one that arrived shortly before, when the page was closed: what it shows can be that old and count as fresh.
 */
export function useLiveUpdates(reloads: Readonly<Record<string, () => unknown>>): void {
  const client = useQueryClient();
  const reload = useEffectEvent((event: string) => void reloads[event]?.());
  const events = Object.keys(reloads).join(' ');
  useEffect(() => {
    const connection = connectionOf(client);
    const ends = events.split(' ').flatMap((event) => {
      const { run, stop } = throttle(minReloadInterval, () => reload(event));
      const onState = connection.onState((state) => state === 'connected' && run());
      return [connection.on(event, run, 2 * minReloadInterval), onState, stop];
    });
    return () => {
      for (const end of ends) end();
    };
  }, [client, events]);
}
