import { Popover } from 'radix-ui';
import { type ReactNode, useRef } from 'react';
import type { Post } from '#contract/spotlight.ts';
import { ReactorsList } from './reactors-list.tsx';
import { useHoverOpen } from './use-hover-open.ts';

interface ReactorsPopoverProps {
  post: Post;
  /** Undefined until it is known. */
  total: number | undefined;
  /** The reactions: who points at them, or comes to them by keyboard, sees the names too. */
  children: ReactNode;
}

/** Who reacted: while the pointer or the keyboard is on the reactions, and for good by a press on their total. */
export function ReactorsPopover({ post, total = 0, children }: ReactorsPopoverProps) {
  const group = useRef<HTMLDivElement>(null);
  const hover = useHoverOpen(total > 0);
  const { isOpen, isPinned } = hover;
  return (
    <Popover.Root onOpenChange={(open) => !open && hover.close()} open={isOpen && total > 0}>
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
          {total > 0 ? (
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
            // Keeps the place, so that nothing moves with the first reaction.
            <span className="ml-1 inline-flex min-h-9 items-center px-2 text-sm text-steel pointer-coarse:min-h-11">
              No reactions yet
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
          onEscapeKeyDown={hover.giveBack}
          onInteractOutside={(event) => {
            // On the reactions themselves the pointer is at home.
            if (event.target instanceof Node && group.current?.contains(event.target)) {
              event.preventDefault();
            }
          }}
          onOpenAutoFocus={(event) => {
            // Only who asked for it by a press is taken there.
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
