import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { createPortal } from 'react-dom';

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

/** Pixels between button and panel, and between panel and the edge of a narrow window. */
const gaps = { button: 6, edge: 8 };
/** From this width of the window (px) the widest panel fits below its button. */
const minAlignedWidth = 1024;

/** A panel below a button of the portal's header; native, because a library for its place would be 9 kB of the first load. */
export function HeaderPopover({
  label,
  triggerLabel,
  triggerTitle,
  triggerClass = '',
  trigger,
  className,
  children,
}: HeaderPopoverProps) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  const [body, setBody] = useState<HTMLElement | null>(null);
  const focus = () => panel.current?.focus();
  const leave = () => panel.current?.hidePopover();

  // In the commit that adds the page, React would put the panel before the page's skip link.
  useEffect(() => setBody(document.body), []);

  function place() {
    if (!button.current || !panel.current) return;
    const { bottom, right } = button.current.getBoundingClientRect();
    const { clientWidth } = document.documentElement;
    const edge = clientWidth < minAlignedWidth ? gaps.edge : clientWidth - right;
    panel.current.style.top = `${bottom + gaps.button}px`;
    panel.current.style.right = `${edge}px`;
  }

  return (
    <>
      <button
        aria-expanded={open}
        aria-haspopup="dialog"
        aria-label={triggerLabel}
        className={`${headerButtonClass} ${triggerClass}`}
        popoverTarget={id}
        ref={button}
        title={triggerTitle}
        type="button"
      >
        {trigger}
      </button>
      {body &&
        createPortal(
          <div
            aria-label={label}
            className={`fixed inset-auto border-t-4 border-signal bg-sheet text-ink shadow-lift outline-none ${className}`}
            id={id}
            onBeforeToggle={({ newState }) => {
              if (newState !== 'open') return;
              // Closing returns the focus to what had it, and Safari doesn't focus a pressed button.
              button.current?.focus();
              place();
              setOpen(true);
            }}
            onBlur={({ relatedTarget }) => {
              if (!(relatedTarget instanceof Node)) return;
              const isInside = panel.current?.contains(relatedTarget);
              if (!isInside && !button.current?.contains(relatedTarget)) leave();
            }}
            onToggle={({ newState }) => {
              // Not the first control: a second Enter would press it by accident.
              if (newState === 'open') focus();
              // Not earlier: a removed control would lose the focus instead of returning it.
              else setOpen(false);
            }}
            popover="auto"
            ref={panel}
            role="dialog"
            tabIndex={-1}
          >
            {open && children({ leave, focus })}
          </div>,
          body,
        )}
    </>
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
