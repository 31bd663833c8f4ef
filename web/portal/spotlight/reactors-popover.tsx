import { Popover } from 'radix-ui';
import { type ReactNode, useRef } from 'react';
import { general } from '#contract/messages/general.ts';
import { spotlight as messages } from '#contract/messages/spotlight.ts';
import { emojis, type Post } from '#contract/spotlight.ts';
import { useReactors } from './reactions.data.ts';
import { useHoverOpen } from './use-hover-open.ts';

interface ReactorsPopoverProps {
  post: Post;
  /** Undefined until it is known. */
  total: number | undefined;
  /** The reactions; hovering or focusing them shows the names. */
  children: ReactNode;
}

/** Who reacted: shown while the reactions are hovered or focused, and pinned by pressing the total. */
export function ReactorsPopover({ post, total, children }: ReactorsPopoverProps) {
  const hasSome = total !== undefined && total > 0;
  const group = useRef<HTMLDivElement>(null);
  const hover = useHoverOpen(hasSome);
  const { isOpen, isPinned } = hover;
  return (
    <Popover.Root onOpenChange={(open) => !open && hover.close()} open={isOpen && hasSome}>
      <Popover.Anchor asChild>
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a row everywhere */}
        <div
          aria-label={`Reactions to ${post.title}`}
          className="flex flex-wrap items-center"
          ref={group}
          role="group"
          {...hover.group}
        >
          {children}
          {hasSome ? (
            <button
              aria-expanded={isPinned}
              aria-haspopup="dialog"
              className="ml-1 min-h-9 rounded-sm px-2 text-sm text-steel underline decoration-dotted underline-offset-4 hover:bg-well hover:text-ink pointer-coarse:min-h-11"
              onClick={hover.pin}
              ref={hover.button}
              type="button"
            >
              {total === 1 ? '1 reaction' : `${total.toLocaleString('en-US')} reactions`}
            </button>
          ) : (
            // Reserves the space, so that nothing moves with the first reaction.
            <span className="ml-1 inline-flex min-h-9 items-center px-2 text-sm text-steel pointer-coarse:min-h-11">
              {total === 0 && messages.noReactions}
            </span>
          )}
        </div>
      </Popover.Anchor>
      <Popover.Portal>
        <Popover.Content
          align="start"
          aria-label={`Who reacted to ${post.title}`}
          className="z-40 max-w-[min(24rem,calc(100vw-1rem))] min-w-48 border-t-4 border-signal bg-sheet text-ink shadow-lift outline-none"
          collisionPadding={8}
          onCloseAutoFocus={(event) => event.preventDefault()}
          onEscapeKeyDown={hover.returnFocus}
          onInteractOutside={(event) => {
            // The reactions are outside the panel but belong to it.
            if (event.target instanceof Node && group.current?.contains(event.target)) {
              event.preventDefault();
            }
          }}
          onOpenAutoFocus={(event) => {
            // Only a press moves the focus into the panel.
            if (!isPinned) event.preventDefault();
          }}
          side="top"
          sideOffset={6}
          {...hover.content}
        >
          <ReactorsList postId={post.id} />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

/** The names by emoji, latest first. */
function ReactorsList({ postId }: { postId: number }) {
  const reactors = useReactors(postId, true);
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
