import type { ComponentProps } from 'react';

const looks = {
  neutral: 'bg-well text-ink',
  info: 'bg-info-wash text-info',
  success: 'bg-success-wash text-success',
  danger: 'bg-danger-wash text-danger',
  lane: 'bg-lane text-asphalt',
};

interface BadgeProps extends ComponentProps<'span'> {
  tone?: keyof typeof looks;
}

/** A status or a count. Color must not be its only meaning. */
export function Badge({ tone = 'neutral', className = '', ...rest }: BadgeProps) {
  return (
    <span
      {...rest}
      className={`inline-flex min-h-6 items-center rounded-sm px-2 font-display text-xs font-bold tabular-nums sm:whitespace-nowrap ${looks[tone]} ${className}`}
    />
  );
}
