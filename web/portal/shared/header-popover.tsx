import { Popover } from 'radix-ui';
import { type ReactNode, useRef, useState } from 'react';

/**
 * Classes of buttons and links in the portal's header. Icons have pixel sizes, so that all of them fit a phone with text at 200 %.
 */
export const headerButtonClass =
  'inline-flex min-h-[44px] min-w-[44px] shrink-0 [&>svg]:size-[20px] [&>svg]:shrink-0 items-center justify-center gap-2 rounded-sm px-2 font-display text-sm font-semibold hover:bg-tar';

interface HeaderPopoverProps {
  /** The accessible name of the panel. */
  label: string;
  /** The accessible name of the trigger; by default its content. */
  triggerLabel?: string;
  triggerTitle?: string;
  triggerClass?: string;
  trigger: ReactNode;
  /** Classes of the panel's size. */
  className: string;
  /** `leave` closes the panel for another page, `focus` puts the focus on it. */
  children: (panel: { leave: () => void; focus: () => void }) => ReactNode;
}

/** A panel below a button of the portal's header. */
export function HeaderPopover({
  label,
  triggerLabel,
  triggerTitle,
  triggerClass = '',
  trigger,
  className,
  children,
}: HeaderPopoverProps) {
  const panel = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  const isLeaving = useRef(false);
  const focus = () => panel.current?.focus();
  const leave = () => {
    isLeaving.current = true;
    setOpen(false);
  };
  return (
    <Popover.Root onOpenChange={setOpen} open={open}>
      <Popover.Trigger
        aria-label={triggerLabel}
        className={`${headerButtonClass} ${triggerClass}`}
        title={triggerTitle}
      >
        {trigger}
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          align="end"
          aria-label={label}
          className={`z-40 border-t-4 border-signal bg-sheet text-ink shadow-lift outline-none ${className}`}
          collisionPadding={8}
          onCloseAutoFocus={(event) => {
            // The next page takes the focus.
            if (isLeaving.current) event.preventDefault();
            isLeaving.current = false;
          }}
          onOpenAutoFocus={(event) => {
            // Not the first control: a second Enter would press it by accident.
            event.preventDefault();
            focus();
          }}
          ref={panel}
          sideOffset={6}
          tabIndex={-1}
        >
          {children({ leave, focus })}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

/**
 * A count on the corner of an icon; nothing for 0. Hidden from screen readers, because the control's name includes it. It scales less than other text, or it would hide the icon.
 */
export function CountMark({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <span
      aria-hidden="true"
      className="absolute top-0.5 right-0 min-w-[20px] rounded-sm bg-lane px-1 text-center font-display text-[min(var(--text-xs),17px)] leading-[20px] font-bold text-asphalt tabular-nums"
    >
      {count > 99 ? '99+' : count}
    </span>
  );
}
