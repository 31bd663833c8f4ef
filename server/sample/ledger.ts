import { dayBefore, instantBefore, monthBefore } from './calendar.ts';
import { Dice } from './dice.ts';
import type { SamplePerson } from './people.ts';

/** One change of a balance, in hundredths of an hour; `opening`: what was there before the ledger. */
export interface SampleChange {
  kind: 'pto' | 'work';
  before: number;
  after: number;
  reason: string;
  opening: boolean;
  at: string;
}

interface Step {
  daysAgo: number;
  /** Hundredths of an hour. */
  delta: number;
  reason: string;
}

const months = 5;
const weeks = 6;
const dayHours = 800;

const absences = [
  ['Vacation, 2 days', -2 * dayHours],
  ['Vacation, a week', -5 * dayHours],
  ['Sick day', -dayHours],
  ['Personal day', -dayHours],
  ['Left early for the dentist', -250],
  ['Jury duty was entered as vacation', dayHours],
] as const;

const dayMs = 86_400_000;

/** A calendar day in words. */
function named(day: string, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', ...options }).format(Date.parse(day));
}

function daysFrom(day: string, now: Date): number {
  return Math.round((Date.parse(dayBefore(now, 0)) - Date.parse(day)) / dayMs);
}

/** That many days ago, or the Friday before when the office was closed. */
function officeDay(now: Date, daysAgo: number): number {
  const weekday = new Date(Date.parse(dayBefore(now, daysAgo))).getUTCDay();
  return daysAgo + ({ 0: 2, 6: 1 }[weekday] ?? 0);
}

/** How many days ago the last weekday of that number (0 is Sunday) was, at least one. */
function daysSince(now: Date, weekday: number): number {
  const today = new Date(Date.parse(dayBefore(now, 0))).getUTCDay();
  return ((today - weekday + 6) % 7) + 1;
}

function ptoSteps(now: Date, dice: Dice): Step[] {
  const accrual = dice.one([400, 667, 800]);
  const accruals = Array.from({ length: months }, (_, index): Step => {
    const month = named(monthBefore(now, index + 1), { month: 'long', year: 'numeric' });
    const daysAgo = officeDay(now, daysFrom(monthBefore(now, index), now) + 1);
    return { daysAgo, delta: accrual, reason: `Accrued in ${month}` };
  });
  const taken = dice.some(absences, dice.whole(1, 4)).map(
    ([reason, delta], index): Step => ({
      daysAgo: officeDay(now, 9 + index * 34 + dice.whole(0, 15)),
      delta,
      reason,
    }),
  );
  return [...accruals, ...taken];
}

function workSteps(now: Date, dice: Dice): Step[] {
  const monday = daysSince(now, 1);
  return Array.from({ length: weeks }, (_, index): Step => {
    const daysAgo = monday + index * 7;
    const week = named(dayBefore(now, daysAgo + 7), { month: 'short', day: 'numeric' });
    return { daysAgo, delta: dice.whole(128, 200) * 25, reason: `Week of ${week}` };
  });
}

/** From today's balance back, so that the changes add up to it; what would need less than none is left out. */
function walkBack(
  now: Date,
  kind: SampleChange['kind'],
  balance: number,
  steps: readonly Step[],
  firstDay: number,
  minute: number,
): SampleChange[] {
  const changes: SampleChange[] = [];
  let after = balance;
  for (const step of steps.toSorted((one, other) => one.daysAgo - other.daysAgo)) {
    const before = after - step.delta;
    if (before < 0 || step.daysAgo >= firstDay) continue;
    const at = instantBefore(now, step.daysAgo, minute - changes.length);
    changes.push({ kind, before, after, reason: step.reason, opening: false, at });
    after = before;
  }
  if (after > 0) {
    const at = instantBefore(now, firstDay, minute);
    changes.push({ kind, before: 0, after, reason: '', opening: true, at });
  }
  return changes.toReversed();
}

/** The ledger of a person's hours, oldest first: an opening balance and the changes of half a year. */
export function sampleLedger(person: SamplePerson, now: Date): SampleChange[] {
  const dice = new Dice(`ledger of ${person.username}`);
  const firstDay = Math.min(182, Math.max(1, daysFrom(person.hireDate, now)));
  const minute = dice.whole(8 * 60, 16 * 60);
  return [
    ...walkBack(now, 'pto', person.ptoHundredths, ptoSteps(now, dice), firstDay, minute),
    ...walkBack(now, 'work', person.workHundredths, workSteps(now, dice), firstDay, minute + 20),
  ].toSorted((one, other) => (one.at < other.at ? -1 : 1));
}
