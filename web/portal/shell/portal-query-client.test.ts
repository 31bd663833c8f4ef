import { QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { PortalQueryClient } from './portal-query-client.ts';

test('a change while the first answer is pending is not lost', async () => {
  const client = new PortalQueryClient();
  const answers: PromiseWithResolvers<string>[] = [];
  const queryKey = ['jobs'];
  const queryFn = () => {
    const answer = Promise.withResolvers<string>();
    answers.push(answer);
    return answer.promise;
  };
  const stop = new QueryObserver(client, { queryKey, queryFn }).subscribe(() => undefined);
  void client.invalidateQueries({ queryKey });
  answers[0]?.resolve('before the change');
  await expect.poll(() => client.getQueryData(queryKey)).toBe('before the change');
  await expect.poll(() => answers.length).toBe(2);
  answers[1]?.resolve('after it');
  await expect.poll(() => client.getQueryData(queryKey)).toBe('after it');
  stop();
  client.clear();
});
