import { spotlight as text } from '#contract/messages/spotlight.ts';
import { type Emoji, emojis, type Post } from '#contract/spotlight.ts';
import { countOf, totalOf } from './reaction-counts.ts';
import { useReact, useReactions } from './reactions.data.ts';
import { ReactorsPopover } from './reactors-popover.tsx';
import { useInSight } from './use-in-sight.ts';

interface ReactionBarProps {
  post: Post;
  onGone: () => void;
}

/** The five reactions with their counts, and who gave them. */
export function ReactionBar({ post, onGone }: ReactionBarProps) {
  const { box, isInSight } = useInSight();
  const { counts, own } = useReactions(post.id, isInSight);
  const reaction = useReact(post.id, onGone);
  return (
    <div className="-ml-1.5" ref={box}>
      <ReactorsPopover post={post} total={counts && totalOf(counts)}>
        {emojis.map((emoji) => (
          <ReactionButton
            count={counts ? countOf(counts, emoji) : 0}
            emoji={emoji}
            isOwn={own === emoji}
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
  isOwn: boolean;
  onPress: () => void;
}

function ReactionButton({ emoji, count, isOwn, onPress }: ReactionButtonProps) {
  const name = text.names[emoji];
  const parts = [name, count > 0 ? String(count) : '', isOwn ? 'yours' : ''];
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
      {count > 0 && <span aria-hidden="true">{count.toLocaleString('en-US')}</span>}
    </button>
  );
}
