import { type Emoji, emojis, type ReactionCounts } from '#contract/spotlight.ts';

/** The counts in display order, from a list of emoji and count or a map of emoji to count. */
export function countsOf(reply: unknown): ReactionCounts {
  const found = new Map<string, number>();
  if (Array.isArray(reply)) {
    for (const entry of reply as readonly unknown[]) {
      if (isRecord(entry)) found.set(nameOf(String(entry.emoji)), Number(entry.count));
    }
  } else if (isRecord(reply)) {
    for (const [emoji, count] of Object.entries(reply)) found.set(nameOf(emoji), Number(count));
  }
  return listed((emoji) => found.get(emoji) ?? 0);
}

/** The heart comes with and without its variation selector. */
function nameOf(emoji: string): string {
  return emoji === '❤' ? '❤️' : emoji;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function listed(countOf: (emoji: Emoji) => number): ReactionCounts {
  return emojis.map((emoji) => ({ emoji, count: countOf(emoji) })).filter(({ count }) => count > 0);
}

export function countOf(counts: ReactionCounts, emoji: Emoji): number {
  return counts.find((entry) => entry.emoji === emoji)?.count ?? 0;
}

export function totalOf(counts: ReactionCounts): number {
  return counts.reduce((total, { count }) => total + count, 0);
}

/** The counts after one person changed reactions; null is none. */
export function moved(
  counts: ReactionCounts,
  from: Emoji | null,
  to: Emoji | null,
): ReactionCounts {
  return listed((emoji) => countOf(counts, emoji) - Number(emoji === from) + Number(emoji === to));
}
