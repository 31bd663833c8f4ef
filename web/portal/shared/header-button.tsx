/**
 * Classes of buttons and links in the portal's header. Icons have pixel sizes, so that all of them fit a phone with text at 200 %.
 */
export const headerButtonClass =
  'inline-flex min-h-[44px] min-w-[44px] shrink-0 [&>svg]:size-[20px] [&>svg]:shrink-0 items-center justify-center gap-2 rounded-sm px-2 font-display text-sm font-semibold hover:bg-tar';

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
