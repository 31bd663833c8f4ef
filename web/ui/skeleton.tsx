interface SkeletonProps {
  /** Text for screen readers, for example 'Loading...'. */
  label: string;
  lines?: number;
  /** Shows the label above the bars. */
  labelVisible?: boolean;
  className?: string;
}

/** A loading placeholder. */
export function Skeleton({
  label,
  lines = 4,
  labelVisible = false,
  className = '',
}: SkeletonProps) {
  return (
    <div className={className} role="status">
      <p className={labelVisible ? 'mb-3 text-steel' : 'sr-only'}>{label}</p>
      <div aria-hidden="true" className="grid gap-3">
        {Array.from({ length: lines }, (_, line) => (
          <div
            className="h-5 rounded-sm bg-well odd:w-5/6 motion-safe:animate-pulse nth-[3n]:w-3/5"
            // biome-ignore lint/suspicious/noArrayIndexKey: the bars are alike and never move
            key={line}
          />
        ))}
      </div>
    </div>
  );
}
