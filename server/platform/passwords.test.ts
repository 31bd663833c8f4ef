import { expect, test } from 'vitest';
import { Passwords } from './passwords.ts';

/** A check that waits to be released, so that the queue stays full meanwhile. */
function gate() {
  let open: () => void = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, wait: () => opened };
}

test('queues fifty strangers and answers 503 to the rest; known callers go first (SEC10)', async () => {
  const passwords = new Passwords({ memoryCost: 8, timeCost: 1 });
  const stored = await passwords.hash('the password');
  const { open, wait } = gate();
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
  const owners = Array.from({ length: 50 }, () => check('owner', 'known'));
  await expect(passwords.hash('another')).rejects.toMatchObject(refused);

  open();
  expect(await Promise.all([...running, ...queued, ...owners])).toEqual(Array(102).fill(true));
  const inOrder = [Array(2).fill('running'), Array(50).fill('owner'), Array(50).fill('stranger')];
  expect(begun).toEqual(inOrder.flat());
  expect(await check('late', 'stranger')).toBe(true);
});
