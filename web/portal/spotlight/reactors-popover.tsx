import type { ReactNode } from 'react';
import { general } from '#contract/messages/general.ts';
import { spotlight as messages } from '#contract/messages/spotlight.ts';
import { emojis, type Post } from '#contract/spotlight.ts';
import { locale, t } from '#contract/text/languages.ts';
import { Popover } from '#web/ui/popover.tsx';
import { useReactors } from './reactions.data.ts';

interface ReactorsPopoverProps {
  post: Post;
  /** Undefined until it is known. */
  total: number | undefined;
  children: ReactNode;
}

/** The reactions with their total, which opens the names. */
export function ReactorsPopover({ post, total, children }: ReactorsPopoverProps) {
  const amount = total?.toLocaleString(locale());
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a row everywhere
    <div
      aria-label={t(`Reactions to ${post.title}`, `Reacciones a ${post.title}`)}
      className="flex flex-wrap items-center"
      role="group"
    >
      {children}
      {total ? (
        <Popover
          className="max-w-[min(24rem,calc(100vw-1rem))] min-w-48"
          label={t(`Who reacted to ${post.title}`, `Quién reaccionó a ${post.title}`)}
          trigger={(attributes) => (
            <button
              {...attributes}
              className="ml-1 min-h-9 rounded-sm px-2 text-sm text-steel underline decoration-dotted underline-offset-4 hover:bg-well hover:text-ink pointer-coarse:min-h-11"
            >
              {total === 1
                ? t('1 reaction', '1 reacción')
                : t(`${amount} reactions`, `${amount} reacciones`)}
            </button>
          )}
        >
          {() => <ReactorsList postId={post.id} />}
        </Popover>
      ) : (
        // Reserves the space, so that nothing moves with the first reaction.
        <span className="ml-1 inline-flex min-h-9 items-center px-2 text-sm text-steel pointer-coarse:min-h-11">
          {total === 0 && messages.noReactions}
        </span>
      )}
    </div>
  );
}

/** The names by emoji, latest first. */
function ReactorsList({ postId }: { postId: number }) {
  const reactors = useReactors(postId);
  const groups = Map.groupBy(reactors.data ?? [], ({ emoji }) => emoji);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a long list must scroll by keyboard
    <div className="max-h-72 overflow-y-auto px-4 py-3 text-sm outline-none" tabIndex={0}>
      {reactors.isPending && <p role="status">{general.loading}</p>}
      {reactors.data === undefined && reactors.isError && <p>{messages.namesFailed}</p>}
      <ul className="grid gap-2">
        {emojis.map((emoji) => {
          const people = groups.get(emoji) ?? [];
          if (people.length === 0) return null;
          return (
            <li className="flex items-baseline gap-2" key={emoji}>
              <span aria-label={messages.names[emoji]} className="shrink-0 text-base" role="img">
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
