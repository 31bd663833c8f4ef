import { cva, type VariantProps } from 'class-variance-authority';
import type { ComponentProps } from 'react';
import { Link } from 'react-router';

const button = cva(
  'inline-flex items-center justify-center gap-2 rounded-sm border-2 font-display font-bold leading-tight text-center no-underline select-none motion-safe:transition-colors disabled:cursor-not-allowed disabled:opacity-55 aria-busy:cursor-progress',
  {
    variants: {
      variant: {
        primary: 'border-signal bg-signal text-asphalt hover:border-lane hover:bg-lane',
        secondary: 'border-ink bg-transparent text-ink hover:bg-ink hover:text-paper',
        quiet: 'border-transparent bg-transparent text-ink hover:bg-well',
        danger: 'border-danger bg-transparent text-danger hover:bg-danger hover:text-sheet',
        /** On asphalt, beside a primary one. */
        chalk: 'border-chalk bg-transparent text-chalk hover:bg-chalk hover:text-asphalt',
      },
      size: {
        sm: 'min-h-9 px-3 py-1 text-sm pointer-coarse:min-h-11',
        md: 'min-h-11 px-5 py-2 text-base',
        lg: 'min-h-13 px-7 py-3 text-lg',
        icon: 'size-11 p-0',
      },
    },
    defaultVariants: { variant: 'primary', size: 'md' },
  },
);

export type ButtonLook = VariantProps<typeof button>;

/** The classes of a button, for an element that is neither a button nor a link. */
export function buttonClass({ variant, size }: ButtonLook = {}): string {
  return button({ variant, size });
}

interface ButtonProps extends ComponentProps<'button'>, ButtonLook {
  /** Keeps the focus and the place, says that it works, and ignores further presses. */
  busy?: boolean;
}

/** A button; `type` is 'button' unless told. */
export function Button({ variant, size, className, busy, onClick, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-busy={busy || undefined}
      aria-disabled={busy || rest['aria-disabled']}
      className={button({ variant, size, className })}
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

/** A link that looks like a button; goes through the router. */
export function LinkButton({
  variant,
  size,
  className,
  ...rest
}: ComponentProps<typeof Link> & ButtonLook) {
  return <Link {...rest} className={button({ variant, size, className })} />;
}

/** A link out of the site (or `tel:`, `mailto:`) that looks like a button. */
export function AnchorButton({
  variant,
  size,
  className,
  ...rest
}: ComponentProps<'a'> & ButtonLook) {
  return <a {...rest} className={button({ variant, size, className })} />;
}
