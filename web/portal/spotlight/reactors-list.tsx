import { general } from '#contract/messages/general.ts';
import { spotlight as text } from '#contract/messages/spotlight.ts';
import { emojis } from '#contract/spotlight.ts';
import { useReactors } from './reactions.data.ts';

/** The names by emoji, the latest first. */
export function ReactorsList({ postId }: { postId: number }) {
  const reactors = useReactors(postId, true);
  const groups = Map.groupBy(reactors.data ?? [], ({ emoji }) => emoji);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a long list is scrolled by keyboard too
    <div className="max-h-72 overflow-y-auto px-4 py-3 text-sm outline-none" tabIndex={0}>
      {reactors.isPending && <p role="status">{general.loading}</p>}
      {reactors.data === undefined && reactors.isError && <p>{text.namesFailed}</p>}
      <ul className="grid gap-2">
        {emojis.map((emoji) => {
          const people = groups.get(emoji) ?? [];
          if (people.length === 0) return null;
          return (
            <li className="flex items-baseline gap-2" key={emoji}>
              <span aria-label={text.names[emoji]} className="shrink-0 text-base" role="img">
                {emoji}
              </span>
              <ul className="min-w-0">
                {people.map(({ user_id, name }) => (
                  <li className="wrap-anywhere" key={user_id}>
                    <bdi>{name}</bdi>
                  </li>
                ))}
              </ul>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
