import type { QueryClient } from '@tanstack/react-query';
import { type Connection, makeConnection } from '#web/lib/socket.ts';

const connections = new WeakMap<QueryClient, Connection>();

/** The one line of a signed-in person's portal, which the frame opens and closes. */
export function connectionOf(client: QueryClient): Connection {
  const known = connections.get(client);
  if (known) return known;
  const connection = makeConnection();
  connections.set(client, connection);
  return connection;
}
