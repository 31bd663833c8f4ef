import type { QueryClient } from '@tanstack/react-query';
import { type ClientLoaderFunctionArgs, createContext } from 'react-router';
import type { Role } from '#contract/wire/access.ts';

/** Whose page is opened; the role is null without a session. The layout sets it before any loader runs. */
export const visitContext = createContext<{ client: QueryClient; role: Role | null }>();

/**
 * The `clientLoader` of a page: starts its first requests beside its rendering. It doesn't wait for them, so that the
 * page shows at once; the page also shows their failures.
 */
export function firstRequests(start: (client: QueryClient, role: Role) => Promise<unknown>[]) {
  return ({ context }: Pick<ClientLoaderFunctionArgs, 'context'>) => {
    const { client, role } = context.get(visitContext);
    if (role === null) return;
    for (const request of start(client, role)) request.catch(() => undefined);
  };
}
