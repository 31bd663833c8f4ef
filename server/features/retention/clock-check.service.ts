import { clock as messages } from '#contract/messages/retention.ts';
import { longDayAndTime } from '#contract/rules/dates.ts';
import type { Db } from '../../database/open.ts';
import type { AppContext } from '../../platform/app-context.ts';
import {
  type Actor,
  systemActor,
  type Visitor,
  writeTransaction,
} from '../../platform/writes/writes.ts';
import {
  type ClockDoubt,
  type ClockState,
  selectClock,
  selectClockForUpdate,
  selectNewestDeed,
  updateClock,
} from './clock-check.queries.ts';
import { deleteAnnouncements } from './retention.queries.ts';
import { mailAdmins } from './retention-mails.ts';

const hour = 3_600_000;
const week = 7 * 24 * hour;
/** How far (ms) the clock may be from where it should be: below the day between an announcement and its deletion. */
const toleratedMs = hour;

/** Compares the clock with its last run, with the newest record, and with where this process expects it. */
function doubtOf(
  { seen, confirmed }: ClockState,
  newest: string | null,
  now: number,
  expected: number | null,
): ClockDoubt | null {
  const doubt = (kind: ClockDoubt['kind'], from: number): ClockDoubt => ({
    kind,
    from: new Date(from).toISOString(),
    to: new Date(now).toISOString(),
  });
  if (expected !== null && Math.abs(now - expected) > toleratedMs) return doubt('jump', expected);
  const last = Date.parse(seen ?? '');
  if (now - last > week || last - now > toleratedMs) return doubt('stop', last);
  const evidence = [newest, confirmed].flatMap((instant) => (instant ? Date.parse(instant) : []));
  const latest = Math.max(...evidence);
  if (evidence.length > 0 && now - latest > week) return doubt('idle', latest);
  return null;
}

const sentenceOf = ({ kind, from, to }: ClockDoubt) =>
  messages[kind](longDayAndTime(from), longDayAndTime(to));

/** Why the clock is in doubt, so that nothing old is deleted; null: it isn't. */
export async function findClockProblem(db: Db, now: Date): Promise<string | null> {
  const state = await selectClock(db);
  const doubt = state.doubt ?? doubtOf(state, await selectNewestDeed(db), now.getTime(), null);
  return doubt && sentenceOf(doubt);
}

/** Accepts what the clock says now. Deletions are announced anew: by this clock, a day before. */
export function confirmClock(
  ctx: AppContext,
  actor: Actor | Visitor,
): Promise<{ message: string }> {
  return writeTransaction(ctx, actor, async ({ tx, now, audit }) => {
    const state = await selectClockForUpdate(tx);
    const newest = await selectNewestDeed(tx);
    const doubt = state.doubt ?? doubtOf(state, newest, now.getTime(), null);
    if (doubt === null) return { message: messages.isFine };
    const at = now.toISOString();
    await updateClock(tx, { seen: at, confirmed: at, doubt: null });
    await deleteAnnouncements(tx);
    const target = { kind: 'retention', id: '', label: '' };
    await audit({ action: 'clock.confirm', target, detail: { ...doubt } });
    return { message: messages.confirmed };
  });
}

/**
 * Guards everything that deletes by age. A doubt is stored, said once in the log and mailed to the admins, and lasts
 * until one of them confirms the clock, whatever it shows meanwhile.
 */
export class ClockCheck {
  readonly #ctx: AppContext;
  /** Milliseconds that no clock changes. */
  readonly #elapsed: () => number;
  /** The last run that passed in this process, and the confirmation that held then. */
  #last: { now: number; elapsed: number; confirmed: string | null } | null = null;

  constructor(ctx: AppContext, elapsed = () => performance.now()) {
    this.#ctx = ctx;
    this.#elapsed = elapsed;
  }

  /** Whether old records may be deleted now. */
  passes(): Promise<boolean> {
    return writeTransaction(this.#ctx, systemActor, async ({ tx, afterCommit }) => {
      const state = await selectClockForUpdate(tx);
      if (state.doubt !== null) return false;
      const { confirmed } = state;
      const [now, elapsed, last] = [this.#ctx.now().getTime(), this.#elapsed(), this.#last];
      const isSame = last !== null && last.confirmed === confirmed;
      const expected = isSame ? last.now + elapsed - last.elapsed : null;
      const doubt = doubtOf(state, await selectNewestDeed(tx), now, expected);
      if (doubt === null) {
        await updateClock(tx, { ...state, seen: new Date(now).toISOString() });
        this.#last = { now, elapsed, confirmed };
        return true;
      }
      await updateClock(tx, { ...state, doubt });
      await deleteAnnouncements(tx);
      const problem = sentenceOf(doubt);
      await mailAdmins(this.#ctx, tx, messages.subject, [`${problem} ${messages.confirm}`]);
      afterCommit(() => this.#ctx.log.error({ doubt }, problem));
      afterCommit(() => this.#ctx.mailer.wake());
      return false;
    });
  }

  /** Runs the work only while the clock is trusted. */
  guard(work: () => Promise<unknown>): () => Promise<void> {
    return async () => {
      if (await this.passes()) await work();
    };
  }
}
