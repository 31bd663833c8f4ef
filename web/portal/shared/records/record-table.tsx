import type { KeyboardEvent, MouseEvent, ReactNode } from 'react';
import { Link } from 'react-router';
import { useUrlFilter } from '#web/lib/navigation/use-url-filter.ts';
import { Th } from '#web/ui/table.tsx';
import { FilteredList } from './record-list.tsx';
import { type SortValue, sortRows } from './sort-rows.ts';

export interface Column<Row> {
  /** In the URL. */
  name: string;
  label: string;
  /** What it sorts by, '' and null last; absent in a column of controls. */
  value?: (row: Row) => SortValue;
  /** By default the value. In the first column it follows the value, which names the row. */
  cell?: (row: Row) => ReactNode;
  className?: string;
  /** Whether its text is cut to the width that `className` gives it. */
  isCut?: boolean;
}

/** The rows that a list's filter has found. */
export interface FoundRows<Row> {
  rows: readonly Row[];
  keyOf: (row: Row) => number;
  resetKey: string;
  noMatch: string;
  onShowAll: () => void;
}

interface RecordTableProps<Row> extends FoundRows<Row> {
  caption: string;
  /** The first one names the rows. */
  columns: readonly [Column<Row>, ...Column<Row>[]];
  /** The name of the column that sorts at first, after '-' descending. */
  order: string;
  /** The path that shows a row, or what opens it. */
  to?: (row: Row) => string;
  onOpen?: (row: Row) => void;
  isUrgent?: (row: Row) => boolean;
  /** The URL parameter that may name a row. */
  param?: string;
}

/** '' is the table's own order. */
const ownOrder = { order: '' };

/** Records as a dense table: headers sort, a press on a row or Enter opens it, and the arrow keys, Home and End move between rows. */
export function RecordTable<Row>(props: RecordTableProps<Row>) {
  const { caption, columns, order: initial, to, onOpen, isUrgent, resetKey, ...list } = props;
  const [{ order }, setOrder] = useUrlFilter(ownOrder);
  const [first, ...others] = columns;
  const sorting = sortingOf(columns, order) ?? sortingOf(columns, initial);
  const sort = (name: string) => {
    const isUp = sorting?.name === name && !sorting.isDescending;
    const next = isUp ? `-${name}` : name;
    setOrder({ order: next === initial ? '' : next });
  };
  return (
    <FilteredList
      {...list}
      container={(lines) => (
        <table className="w-full border-separate border-spacing-0 border-b-2 border-ink bg-sheet text-left text-[0.875rem] leading-6 tabular-nums">
          <caption className="sr-only">{caption}</caption>
          <thead>
            <tr>
              {columns.map(({ name, label, value, className }) => (
                <Th
                  className={`top-14! border-y-2 border-ink px-2! py-0! first:pl-3! *:flex-nowrap! ${className ?? ''}`}
                  key={name}
                  onSort={value && (() => sort(name))}
                  sort={
                    sorting?.name !== name
                      ? 'none'
                      : sorting.isDescending
                        ? 'descending'
                        : 'ascending'
                  }
                >
                  {label}
                </Th>
              ))}
            </tr>
          </thead>
          <tbody onClick={openRow} onKeyDown={moveFocus}>
            {lines}
          </tbody>
        </table>
      )}
      resetKey={resetKey + order}
      rows={sorting ? sortRows(list.rows, sorting.value, sorting.isDescending) : list.rows}
    >
      {(row) => {
        const name = first.value?.(row);
        const control = {
          className:
            'inline-block max-w-full scroll-mt-28 truncate align-middle font-semibold text-ink no-underline hover:underline focus-visible:outline-offset-0 pointer-coarse:leading-11',
          title: `${name}`,
        };
        return (
          <tr className="cursor-pointer hover:bg-well focus-within:bg-well">
            <th
              className={`max-w-0 border-t border-line py-1 pr-2 pl-3 ${isUrgent?.(row) ? 'shadow-[inset_4px_0_var(--color-danger)]' : ''}`}
              scope="row"
            >
              {to ? (
                <Link {...control} to={to(row)}>
                  {name}
                </Link>
              ) : (
                <button {...control} onClick={() => onOpen?.(row)} type="button">
                  {name}
                </button>
              )}{' '}
              {first.cell?.(row)}
            </th>
            {others.map(({ name, value, cell = value, className, isCut }) => {
              const content = cell?.(row);
              return (
                <td
                  className={`border-t border-line px-2 py-1 whitespace-nowrap ${isCut ? 'max-w-0 truncate' : ''} ${className ?? ''}`}
                  key={name}
                  title={isCut && typeof content === 'string' ? content : undefined}
                >
                  {content}
                </td>
              );
            })}
          </tr>
        );
      }}
    </FilteredList>
  );
}

/** The column that sorts, and how; undefined for a name of the URL that no column has. */
function sortingOf<Row>(columns: readonly Column<Row>[], order: string) {
  const isDescending = order.startsWith('-');
  const name = order.slice(Number(isDescending));
  const value = columns.find((column) => column.name === name)?.value;
  return value && { name, value, isDescending };
}

const nameControl = 'th > :is(a, button)';

/** A press on a row is one on its name, except on another control and when it ends a selection of text. */
function openRow({ target }: MouseEvent): void {
  if (!(target instanceof Element) || target.closest('a, button, select')) return;
  if (getSelection()?.isCollapsed === false) return;
  const name = target.closest('tr')?.querySelector<HTMLElement>(nameControl);
  name?.focus();
  name?.click();
}

function moveFocus(event: KeyboardEvent): void {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const names = [...event.currentTarget.querySelectorAll<HTMLElement>(nameControl)];
  const at = names.indexOf(event.target as HTMLElement);
  const moves: Record<string, number> = {
    ArrowDown: at + 1,
    ArrowUp: at - 1,
    Home: 0,
    End: names.length - 1,
  };
  const to = at < 0 ? undefined : moves[event.key];
  if (to === undefined) return;
  event.preventDefault();
  names[to]?.focus();
}
