/** A count on the corner of a picture, for the eye alone: the control's name says it too. Nothing for 0. */
export function CountMark({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <span
      aria-hidden="true"
      className="absolute top-0.5 right-0 min-w-5 rounded-sm bg-lane px-1 text-center font-display text-xs leading-5 font-bold text-asphalt tabular-nums"
    >
      {count > 99 ? '99+' : count}
    </span>
  );
}
