import type { QueryClient } from '@tanstack/react-query';
import type { Message } from '#contract/chat.ts';
import { CallError } from '#contract/wire/endpoint.ts';
import { merge } from './thread.ts';
import type { LoadHistory } from './types.ts';

type Page = Awaited<ReturnType<LoadHistory>>;

/** The first part of the query key of a conversation's newest messages. */
export const historyKey = 'chat-history';

/** The newest messages of each opened conversation in the query cache, whose copies an employee's device keeps. */
export class HistoryCopies {
  readonly #client: QueryClient;

  constructor(client: QueryClient) {
    this.#client = client;
    client.setQueryDefaults([historyKey], { meta: { offline: true } });
  }

  /** Adds messages to a copy; nothing without one. */
  add(partnerId: number, rows: readonly Message[]): void {
    this.#client.setQueryData<Page>([historyKey, partnerId], (copy) => {
      return copy && { ...copy, rows: merge(copy.rows, rows) };
    });
  }

  /** Loads messages; the newest ones from the copy while the server can't be reached. */
  load(read: LoadHistory): LoadHistory {
    return async (partnerId, query, signal) => {
      const queryKey = [historyKey, partnerId];
      const isNewest = query.before === undefined && query.after === undefined;
      try {
        const page = await read(partnerId, query, signal);
        if (isNewest) this.#client.setQueryData<Page>(queryKey, page);
        else if (query.after !== undefined) this.add(partnerId, page.rows);
        return page;
      } catch (error) {
        const copy = this.#client.getQueryData<Page>(queryKey);
        const isLost = error instanceof CallError && error.status === 0;
        if (isNewest && isLost && copy) return copy;
        throw error;
      }
    };
  }
}
