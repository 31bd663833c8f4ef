import { QueryClient } from '@tanstack/react-query';
import { CallError } from '#contract/endpoint.ts';
import { serverMessage } from '#web/lib/api.ts';

/** The server's error message, else `fallback`. */
export function reasonOf(error: unknown, fallback: string): string {
  return serverMessage(error) ?? fallback;
}

/** A query client for one signed-in user; it retries once after a network or server error. */
export function makeQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 10_000,
        networkMode: 'always',
        refetchOnReconnect: true,
        retry: (tries, error) =>
          tries < 1 && error instanceof CallError && (error.status === 0 || error.status >= 500),
        retryDelay: 500,
      },
      mutations: { networkMode: 'always' },
    },
  });
}
