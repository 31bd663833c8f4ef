import type { Emoji } from '#contract/spotlight.ts';
import { instantBefore } from './calendar.ts';
import { Dice } from './dice.ts';
import { type PostText, postTexts } from './post-texts.ts';

export interface SamplePost extends Pick<PostText, 'title' | 'text' | 'layout' | 'view'> {
  /** Null: without a picture. */
  imageKey: string | null;
  /** Username of the admin. */
  by: string;
  createdAt: string;
  reactions: readonly { username: string; emoji: Emoji; at: string }[];
}

const minuteMs = 60_000;

/** The posts of three months, oldest first, with what people answered in the days after. */
export function samplePosts(
  now: Date,
  people: readonly { username: string; role: 'admin' | 'employee' }[],
): SamplePost[] {
  const dice = new Dice('posts');
  const admins = people.filter(({ role }) => role === 'admin');
  return postTexts.toReversed().map(({ title, text, layout, view, daysAgo, answers }) => {
    const createdAt = instantBefore(now, daysAgo, dice.whole(9 * 60, 16 * 60));
    const [percent, ...emojis] = answers;
    const minutes = Math.min(3 * 24 * 60, (now.getTime() - Date.parse(createdAt)) / minuteMs - 1);
    const reactions = people
      .filter(() => dice.often(percent))
      .map(({ username }) => ({
        username,
        emoji: dice.one(emojis),
        at: new Date(
          Date.parse(createdAt) + dice.whole(1, Math.floor(minutes)) * minuteMs,
        ).toISOString(),
      }));
    return {
      title,
      text,
      layout,
      view,
      imageKey: view === null ? null : `posts/${dice.uuid()}.webp`,
      by: dice.one(admins).username,
      createdAt,
      reactions,
    };
  });
}
