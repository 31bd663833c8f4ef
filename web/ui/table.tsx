import type { ComponentProps, ReactNode } from 'react';

interface TableProps extends ComponentProps<'table'> {
  /** Accessible name. */
  caption: string;
}

/** A table in a scrolling box with a sticky header. */
export function Table({ caption, children, className = '', ...rest }: TableProps) {
  return (
    <section
      aria-label={caption}
      className="scroll-more relative max-h-[80dvh] overflow-auto border-y-2 border-ink bg-sheet print:max-h-none print:overflow-visible"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
      tabIndex={0}
    >
      <table
        {...rest}
        className={`w-full border-collapse text-left text-sm tabular-nums ${className}`}
      >
        <caption className="sr-only">{caption}</caption>
        {children}
      </table>
    </section>
  );
}

interface HeadCellProps extends Omit<ComponentProps<'th'>, 'onClick'> {
  sort?: 'ascending' | 'descending' | 'none';
  /** Makes the header a sort button. */
  onSort?: (() => void) | undefined;
  children?: ReactNode;
}

export function Th({ sort, onSort, children, className = '', ...rest }: HeadCellProps) {
  return (
    <th
      scope="col"
      {...rest}
      aria-sort={onSort ? (sort ?? 'none') : undefined}
      className={`sticky top-0 z-10 whitespace-nowrap bg-well px-3 py-1 align-middle print:static print:px-1 print:py-0.5 font-display font-semibold ${className}`}
    >
      {onSort ? (
        <button className="-mx-1 min-h-8 px-1 text-start" onClick={onSort} type="button">
          {children}
          <span
            aria-hidden="true"
            className={`print:hidden ${sort && sort !== 'none' ? 'text-rust' : 'text-edge'}`}
          >
            {/* A space that keeps the arrow on the line of the last word. */}
            {'\u00a0'}
            {sort === 'ascending' ? '↑' : sort === 'descending' ? '↓' : '↕'}
          </span>
        </button>
      ) : (
        children
      )}
    </th>
  );
}

/** A cell; `numeric` aligns right. */
export function Td({
  numeric,
  className = '',
  ...rest
}: ComponentProps<'td'> & { numeric?: boolean }) {
  return (
    <td
      {...rest}
      className={`border-t border-line px-3 py-1.5 align-top print:px-1 print:py-0.5 ${numeric ? 'text-right' : ''} ${className}`}
    />
  );
}
