import { infiniteQueryOptions, useQuery } from '@tanstack/react-query';
import {
  listSettlementQuestions,
  readSettlementQuestion,
  type SettlementQuestion,
} from '#contract/settlement-questions.ts';
import { call, callPage } from '#web/lib/api/api.ts';
import { questionsKey } from '../shared/live/live-keys.ts';

export type Status = SettlementQuestion['status'] | '';

/** Threads with that status, newest first, in pages. */
export const questionsQuery = (status: Status) =>
  infiniteQueryOptions({
    queryKey: [...questionsKey, 'list', status],
    queryFn: ({ signal, pageParam }) => {
      const query = { status, limit: '100', ...(pageParam && { before: pageParam }) };
      return callPage(listSettlementQuestions, { query }, { signal });
    },
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    refetchOnMount: 'always',
    meta: { offline: true },
    select: ({ pages }): SettlementQuestion[] => pages.flatMap(({ rows }) => rows),
  });

/** One thread as a list of one, empty when it is gone. */
export function useQuestion(id: string) {
  return useQuery({
    queryKey: [...questionsKey, 'one', id],
    queryFn: ({ signal }) =>
      call(listSettlementQuestions, { query: { question_id: id } }, { signal }),
    refetchOnMount: 'always',
    meta: { offline: true },
  });
}

/** Marks the answers as read; the live update reloads the counts. */
export async function markRead(id: number): Promise<void> {
  await call(readSettlementQuestion, { params: { id } }).catch(() => undefined);
}
