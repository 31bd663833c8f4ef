import { useEffect, useRef, useState } from 'react';
import { spotlight as messages } from '#contract/messages/spotlight.ts';
import { type Emoji, emojis, type Post } from '#contract/spotlight.ts';
import { locale, t } from '#contract/text/languages.ts';
import { countOf, totalOf } from './reaction-counts.ts';
import { useReact, useReactions } from './reactions.data.ts';
import { ReactorsPopover } from './reactors-popover.tsx';

interface ReactionBarProps {
  post: Post;
  onGone: () => void;
}

/** The reactions to a post with their counts and people. */
export function ReactionBar({ post, onGone }: ReactionBarProps) {
  const { box, isNear } = useIsNearView();
  const { counts, own } = useReactions(post.id, isNear);
  const reaction = useReact(post.id, onGone);
  return (
    <div className="-ml-1.5" ref={box}>
      <ReactorsPopover post={post} total={counts && totalOf(counts)}>
        {emojis.map((emoji) => (
          <ReactionButton
            count={counts ? countOf(counts, emoji) : 0}
            emoji={emoji}
            isOwn={own === undefined ? undefined : own === emoji}
            key={emoji}
            onPress={() => reaction.mutate(own === emoji ? null : emoji)}
          />
        ))}
      </ReactorsPopover>
    </div>
  );
}

interface ReactionButtonProps {
  emoji: Emoji;
  count: number;
  /** Undefined until it is known. */
  isOwn: boolean | undefined;
  onPress: () => void;
}

function ReactionButton({ emoji, count, isOwn, onPress }: ReactionButtonProps) {
  const name = messages.names[emoji];
  const parts = [name, count > 0 ? String(count) : '', isOwn ? t('yours', 'la suya') : ''];
  return (
    <button
      aria-label={parts.filter(Boolean).join(', ')}
      aria-pressed={isOwn}
      className="inline-flex min-h-9 min-w-11 items-center justify-center gap-1 rounded-sm border-2 border-transparent px-1.5 font-display text-sm font-bold tabular-nums hover:bg-well aria-pressed:border-ink aria-pressed:bg-lane aria-pressed:text-asphalt pointer-coarse:min-h-11"
      onClick={onPress}
      title={name}
      type="button"
    >
      <span aria-hidden="true" className="text-lg leading-none">
        {emoji}
      </span>
      {count > 0 && <span aria-hidden="true">{count.toLocaleString(locale())}</span>}
    </button>
  );
}

/** Milliseconds near the view before it counts, so that fast scrolling loads nothing. */
const restTime = 120;

/** Whether an element is near the view now. */
function useIsNearView() {
  const box = useRef<HTMLDivElement>(null);
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    if (!box.current) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        const isIntersecting = entries.at(-1)?.isIntersecting ?? false;
        clearTimeout(timer);
        timer = setTimeout(() => setNear(isIntersecting), isIntersecting ? restTime : 0);
      },
      { rootMargin: '300px' },
    );
    observer.observe(box.current);
    return () => {
      clearTimeout(timer);
      observer.disconnect();
    };
  }, []);
  return { box, isNear };
}
