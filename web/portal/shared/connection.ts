import type { QueryClient } from '@tanstack/react-query';
import { type Connection, makeConnection } from '#web/lib/socket.ts';

const connections = new WeakMap<QueryClient, Connection>();

/** The connection of the signed-in user's portal; the shell opens and closes it. */
export function connectionOf(client: QueryClient): Connection {
  const known = connections.get(client);
  if (known) return known;
  const connection = makeConnection();
  connections.set(client, connection);
  return connection;
}
