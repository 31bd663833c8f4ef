import { Popover } from 'radix-ui';
import { type ReactNode, useRef, useState } from 'react';
import { headerPress } from './header-press.ts';

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
        className={`${headerPress} ${triggerClass}`}
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
