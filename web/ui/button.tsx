import type { ComponentProps } from 'react';
import { Link } from 'react-router';

const base =
  'inline-flex items-center justify-center gap-2 rounded-sm border-2 font-display font-bold leading-tight text-center no-underline select-none motion-safe:transition-colors';

/** What links never are. */
const states =
  'disabled:cursor-not-allowed disabled:opacity-55 not-aria-busy:aria-disabled:cursor-not-allowed not-aria-busy:aria-disabled:opacity-55 aria-busy:cursor-progress';

const variants = {
  primary: 'border-signal bg-signal text-asphalt hover:border-lane hover:bg-lane',
  secondary: 'border-ink bg-transparent text-ink hover:bg-ink hover:text-paper',
  quiet: 'border-transparent bg-transparent text-ink hover:bg-well',
  danger: 'border-danger bg-transparent text-danger hover:bg-danger hover:text-sheet',
  /** On asphalt, beside a primary one. */
  chalk: 'border-chalk bg-transparent text-chalk hover:bg-chalk hover:text-asphalt',
};

const sizes = {
  sm: 'min-h-9 px-3 py-1 text-sm pointer-coarse:min-h-11',
  md: 'min-h-11 px-5 py-2 text-base',
  lg: 'min-h-13 px-[min(1.75rem,5vw)] py-3 text-lg',
  icon: 'size-11 p-0',
};

interface ButtonLook {
  /** Default 'primary'. */
  variant?: keyof typeof variants;
  /** Default 'md'. */
  size?: keyof typeof sizes;
}

/** The classes of a button, for other elements. */
export function buttonClass(
  { variant = 'primary', size = 'md' }: ButtonLook = {},
  className = '',
): string {
  return `${base} ${variants[variant]} ${sizes[size]} ${className}`;
}

interface ButtonProps extends ComponentProps<'button'>, ButtonLook {
  /** Keeps focus and size, sets aria-busy and ignores clicks. */
  busy?: boolean;
}

/** A button; `type` is 'button' by default. */
export function Button({ variant, size, className, busy, onClick, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-busy={busy || undefined}
      aria-disabled={busy || rest['aria-disabled']}
      className={`${buttonClass({ variant, size }, className)} ${states}`}
      onClick={
        busy
          ? (event) => {
              // A busy submit button would send the form again.
              event.preventDefault();
            }
          : onClick
      }
    />
  );
}

/** A router link that looks like a button. */
export function LinkButton({
  variant,
  size,
  className,
  ...rest
}: ComponentProps<typeof Link> & ButtonLook) {
  return <Link {...rest} className={buttonClass({ variant, size }, className)} />;
}

/** An external, `tel:` or `mailto:` link that looks like a button. */
export function AnchorButton({
  variant,
  size,
  className,
  ...rest
}: ComponentProps<'a'> & ButtonLook) {
  return <a {...rest} className={buttonClass({ variant, size }, className)} />;
}
