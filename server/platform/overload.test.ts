import { setImmediate as endOfTurn } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Overload } from './overload.ts';

let now = 0;
let overload: Overload;
beforeEach(() => {
  now = 1_000;
  overload = new Overload();
  vi.spyOn(performance, 'now').mockImplementation(() => now);
});
afterEach(() => vi.restoreAllMocks());

/** A turn of the event loop with calls for so long. */
async function turn(ms: number): Promise<void> {
  overload.admit('usual');
  now += ms;
  await endOfTurn();
}

const isAdmitted = (kind: 'usual' | 'bulk') => {
  try {
    overload.admit(kind);
    return true;
  } catch (error) {
    expect(error).toMatchObject({ code: 'busy', status: 503, retryAfter: 2 });
    return false;
  }
};

test('answers a burst whole', async () => {
  overload.admit('usual');
  now += 1_900;
  expect([isAdmitted('bulk'), isAdmitted('usual')]).toEqual([true, true]);
  await endOfTurn();
  await turn(10);
  await turn(1_900);
  expect(isAdmitted('usual')).toBe(true);
});

test('forgets what was slow before a pause', async () => {
  for (let turns = 0; turns < 22; turns += 1) await turn(110);
  now += 200;
  overload.admit('usual');
  now += 300;
  expect(isAdmitted('bulk')).toBe(true);
});

test('refuses late calls while turns stay slow, bulk work sooner', async () => {
  for (let turns = 0; turns < 22; turns += 1) await turn(110);
  expect(isAdmitted('bulk')).toBe(true);
  now += 60;
  expect([isAdmitted('bulk'), isAdmitted('usual')]).toEqual([false, true]);
  now += 60;
  expect([isAdmitted('bulk'), isAdmitted('usual')]).toEqual([false, false]);
  await endOfTurn();
  // One quick turn, and it is over.
  await turn(10);
  overload.admit('usual');
  now += 200;
  expect(isAdmitted('bulk')).toBe(true);
});

test('refuses calls while others wait long for the database', async () => {
  const query = Promise.withResolvers<void>();
  const waiting = overload.firstQuery(() => query.promise);
  // Each turn is quick.
  for (let turns = 0; turns < 37; turns += 1) await turn(60);
  expect(isAdmitted('usual')).toBe(false);
  query.resolve();
  await waiting;
  expect(isAdmitted('usual')).toBe(true);
});
