import { expect, test } from 'vitest';
import { Passwords } from './passwords.ts';

test('fifty checks wait, the rest gets 503; strangers give way to known callers (SEC10)', async () => {
  const passwords = new Passwords({ memoryCost: 8, timeCost: 1 });
  const stored = await passwords.hash('the password');
  // Two checks wait to be released, so that the queue stays full meanwhile.
  const { promise, resolve: open } = Promise.withResolvers<void>();
  const wait = () => promise;
  const begun: string[] = [];
  const check = (label: string, caller: 'known' | 'stranger', before = async () => {}) => {
    const begin = () => {
      begun.push(label);
      return before();
    };
    return passwords.check(stored, 'the password', begin, caller);
  };

  const running = [check('running', 'stranger', wait), check('running', 'stranger', wait)];
  const queued = Array.from({ length: 50 }, () => check('stranger', 'stranger'));
  const refused = { code: 'busy', status: 503, retryAfter: 2 };
  await expect(check('stranger', 'stranger')).rejects.toMatchObject(refused);
  const owners = [check('owner', 'known'), check('owner', 'known')];
  for (const late of queued.slice(-2)) await expect(late).rejects.toMatchObject(refused);

  open();
  const answered = await Promise.all([...running, ...queued.slice(0, 48), ...owners]);
  expect(answered).toEqual(Array(52).fill(true));
  // In turns.
  expect(begun.slice(0, 6).filter((label) => label === 'owner')).toHaveLength(2);
  expect(await check('late', 'stranger')).toBe(true);
});
