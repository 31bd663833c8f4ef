import type { ComponentProps, ReactNode } from 'react';

interface CardProps extends Omit<ComponentProps<'article'>, 'title'> {
  title?: ReactNode;
  /** The level of the title's heading. */
  level?: 2 | 3 | 4;
  /** Content to the right of the title, such as a badge. */
  aside?: ReactNode;
  footer?: ReactNode;
}

export function Card({
  title,
  level = 3,
  aside,
  footer,
  children,
  className = '',
  ...rest
}: CardProps) {
  const Heading = `h${level}` as const;
  return (
    <article
      {...rest}
      className={`flex flex-col border border-line border-t-2 border-t-ink bg-sheet print:break-inside-avoid ${className}`}
    >
      {(title || aside) && (
        <header className="flex flex-wrap items-start justify-between gap-3 px-5 pt-4 print:px-2 print:pt-1">
          {title && (
            <Heading className="min-w-0 flex-[1_1_min(9rem,100%)] font-display text-lg leading-snug font-bold">
              {title}
            </Heading>
          )}
          {aside}
        </header>
      )}
      <div className="flex-1 px-5 py-4 print:px-2 print:py-1">{children}</div>
      {footer && (
        <footer className="flex flex-wrap items-center gap-2 border-t border-line px-5 py-3 print:hidden">
          {footer}
        </footer>
      )}
    </article>
  );
}
