import { type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react';

/** Of the button that opens a popover. */
interface TriggerAttributes {
  'aria-expanded': boolean;
  'aria-haspopup': 'dialog';
  popoverTarget: string;
  ref: RefObject<HTMLButtonElement | null>;
  type: 'button';
}

interface PopoverProps {
  /** The accessible name of the panel. */
  label: string;
  trigger: (attributes: TriggerAttributes) => ReactNode;
  /** Whether the button stays in place while the page scrolls. */
  isFixed?: boolean;
  /** Classes of the panel's size. */
  className: string;
  /** `leave` closes the panel, `focus` puts the focus on it. */
  children: (panel: { leave: () => void; focus: () => void }) => ReactNode;
}

/** Pixels between button and panel, and between panel and the edge of the window. */
const gaps = { button: 6, edge: 8 };

/** A panel beside the button that opens it. It closes on Esc, on a press elsewhere and when the focus leaves it. */
export function Popover({ label, trigger, isFixed = false, className, children }: PopoverProps) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  // Scrolling would take the page to where the panel was before.
  const focus = () => panel.current?.focus({ preventScroll: true });
  const leave = () => panel.current?.hidePopover();

  useEffect(() => {
    if (!open) return;
    // The browser closes the panel; a dialog around it, which listens on the document, must not close too.
    const keepDialog = (event: KeyboardEvent) => {
      if (event.key === 'Escape') event.stopPropagation();
    };
    window.addEventListener('keydown', keepDialog, true);
    return () => window.removeEventListener('keydown', keepDialog, true);
  }, [open]);

  function place() {
    if (!button.current || !panel.current) return;
    const { style } = panel.current;
    style.inset = '0 auto auto 0';
    const { top, bottom, left, right } = button.current.getBoundingClientRect();
    const { offsetWidth, offsetHeight } = panel.current;
    const { clientWidth, clientHeight } = document.documentElement;
    const [pageX, pageY] = isFixed ? [0, 0] : [scrollX, scrollY];
    const aligned = left + right > clientWidth ? right - offsetWidth : left;
    const last = clientWidth - offsetWidth - gaps.edge;
    const x = `${Math.max(gaps.edge, Math.min(aligned, last)) + pageX}px`;
    const needed = offsetHeight + gaps.button + gaps.edge;
    style.inset =
      bottom + needed > clientHeight && top > needed
        ? // By its lower edge, because content that arrives later makes it higher.
          `auto auto ${clientHeight - top + gaps.button - pageY}px ${x}`
        : `${bottom + gaps.button + pageY}px auto auto ${x}`;
  }

  return (
    <>
      {trigger({
        'aria-expanded': open,
        'aria-haspopup': 'dialog',
        popoverTarget: id,
        ref: button,
        type: 'button',
      })}
      <div
        aria-label={label}
        className={`border-t-4 border-signal bg-sheet text-ink shadow-lift outline-none ${isFixed ? 'fixed' : 'absolute'} ${className}`}
        id={id}
        onBeforeToggle={({ newState }) => {
          if (newState !== 'open') return;
          // Closing returns the focus to what had it, and Safari doesn't focus a pressed button.
          button.current?.focus();
          setOpen(true);
          // Before the next paint the panel has its content and with it a size.
          requestAnimationFrame(place);
        }}
        onBlur={({ relatedTarget }) => {
          if (!(relatedTarget instanceof Node)) return;
          const isInside = panel.current?.contains(relatedTarget);
          if (!isInside && !button.current?.contains(relatedTarget)) leave();
        }}
        onToggle={({ newState }) => {
          // Not earlier: a removed control would lose the focus instead of returning it.
          if (newState === 'closed') setOpen(false);
          // Not the first control: a second Enter would press it by accident.
          else if (!panel.current?.contains(document.activeElement)) focus();
        }}
        popover="auto"
        ref={panel}
        role="dialog"
        tabIndex={-1}
      >
        {open && children({ leave, focus })}
      </div>
    </>
  );
}
