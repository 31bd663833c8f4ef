import type { Dice } from './dice.ts';

/** What one person has seen of a document. */
export interface SampleReceipt {
  username: string;
  delivered_at: string;
  opened_at: string | null;
  acknowledged_at: string | null;
}

export interface Seeing {
  acknowledge: 0 | 1;
  /** How many of a hundred have opened it. */
  opened: number;
  /** Who has not, whatever the dice say. */
  notBy?: readonly string[];
}

const minuteMs = 60_000;

/** Who has seen it since it was uploaded; who never looked has no receipt, and nothing is later than now. */
export function receiptsOf(
  dice: Dice,
  now: Date,
  uploadedAt: string,
  usernames: readonly string[],
  { acknowledge, opened = 90, notBy = [] }: Partial<Seeing>,
): SampleReceipt[] {
  const later = (from: string, most: number) => {
    const at = Date.parse(from) + dice.whole(1, most) * minuteMs + dice.whole(0, 59_999);
    return at < now.getTime() ? new Date(at).toISOString() : null;
  };
  return usernames.flatMap((username) => {
    const delivered_at = later(uploadedAt, 40 * 60);
    const looks = dice.often(opened) && !notBy.includes(username);
    if (delivered_at === null || (!looks && dice.often(40))) return [];
    const opened_at = looks ? later(delivered_at, 9 * 60) : null;
    const confirms = acknowledge === 1 && opened_at !== null && dice.often(75);
    const acknowledged_at = confirms ? later(opened_at ?? '', 20) : null;
    return [{ username, delivered_at, opened_at, acknowledged_at }];
  });
}
