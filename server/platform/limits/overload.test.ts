import { setImmediate as endOfTurn } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Overload } from './overload.ts';

let now = 0;
let queryWait = 0;
let overload: Overload;
beforeEach(() => {
  now = 1_000;
  queryWait = 0;
  overload = new Overload(() => queryWait);
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

test('refuses late calls while turns stay slow, bulk work sooner', async () => {
  for (let turns = 0; turns < 22; turns += 1) await turn(110);
  expect(isAdmitted('bulk')).toBe(true);
  now += 60;
  expect([isAdmitted('bulk'), isAdmitted('usual')]).toEqual([false, true]);
  now += 60;
  expect([isAdmitted('bulk'), isAdmitted('usual')]).toEqual([false, false]);
  await endOfTurn();
  // A queue that was empty for a moment isn't the end.
  await turn(10);
  overload.admit('usual');
  now += 200;
  expect(isAdmitted('usual')).toBe(false);
  await endOfTurn();
  for (let turns = 0; turns < 60; turns += 1) await turn(10);
  overload.admit('usual');
  now += 200;
  expect(isAdmitted('bulk')).toBe(true);
});

test('refuses calls while queries wait long for the database', async () => {
  queryWait = 110;
  // Each turn is quick.
  for (let turns = 0; turns < 37; turns += 1) {
    if (isAdmitted('usual')) await turn(60);
  }
  expect(isAdmitted('usual')).toBe(false);
  queryWait = 60;
  expect([isAdmitted('bulk'), isAdmitted('usual')]).toEqual([false, true]);
  queryWait = 0;
  expect(isAdmitted('bulk')).toBe(true);
});
