import { QueryClient } from '@tanstack/react-query';
import { CallError } from '#contract/endpoint.ts';
import { serverSentence } from '#web/lib/api.ts';

/** What a person is told of a failed read: the server's sentence first, else the catalogue's. */
export function reasonOf(error: unknown, fallback: string): string {
  return serverSentence(error) ?? fallback;
}

/** A cache of its own for each signed-in person; a short outage is tried once more. */
export function makeQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 10_000,
        networkMode: 'always',
        retry: (tries, error) =>
          tries < 1 && error instanceof CallError && (error.status === 0 || error.status >= 500),
        retryDelay: 500,
      },
      mutations: { networkMode: 'always' },
    },
  });
}
