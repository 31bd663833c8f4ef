import type { KeyboardEvent, MouseEvent, ReactNode } from 'react';
import { Link } from 'react-router';
import { useUrlFilter } from '#web/lib/navigation/use-url-filter.ts';
import { Th } from '#web/ui/table.tsx';
import { FilteredList } from './record-list.tsx';
import { type SortValue, sortRows } from './sort-rows.ts';

interface Column<Row> {
  /** Also its name in the URL. */
  label: string;
  /** What it sorts by, '' and null last; absent in a column of controls. */
  value?: (row: Row) => SortValue;
  /** By default the value. In the first column it follows the value, which names the row. */
  cell?: (row: Row) => ReactNode;
  className?: string;
  /** The classes of the width to which texts are cut. */
  cut?: string;
}

/** The first one names the rows. */
export type Columns<Row> = readonly [Column<Row>, ...Column<Row>[]];

interface RecordTableProps<Row> {
  caption: string;
  columns: Columns<Row>;
  rows: readonly Row[];
  keyOf: (row: Row) => number;
  resetKey: string;
  noMatch: string;
  onShowAll: () => void;
  /** The label of the column that sorts at first, after '-' descending. */
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
  const { caption, columns, order: initial, to, onOpen, isUrgent, ...list } = props;
  const [{ order }, setOrder] = useUrlFilter(ownOrder);
  const [first, ...others] = columns;
  const sorting = sortingOf(columns, order) ?? sortingOf(columns, initial);
  const sort = (label: string) => {
    const next =
      sorting?.label === label && sorting.direction === 'ascending' ? `-${label}` : label;
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
              {columns.map(({ label, value, className, cut }) => (
                <Th
                  className={`top-14! border-y-2 border-ink px-2! py-0! first:pl-3! *:flex-nowrap! *:pointer-coarse:min-h-11! ${className ?? cut ?? ''}`}
                  key={label}
                  onSort={value && (() => sort(label))}
                  sort={sorting?.label === label ? sorting.direction : 'none'}
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
      resetKey={list.resetKey + order}
      rows={sorting ? sortRows(list.rows, sorting.value, sorting.direction) : list.rows}
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
            {others.map(({ label, value, cell = value, className = '', cut }) => {
              const content = cell?.(row);
              return (
                <td
                  className={`border-t border-line px-2 py-1 whitespace-nowrap ${cut ? `max-w-0 truncate ${cut}` : className}`}
                  key={label}
                  title={cut && typeof content === 'string' ? content : undefined}
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

/** The column that sorts, and how; undefined for a label of the URL that no column has. */
function sortingOf<Row>(columns: Columns<Row>, order: string) {
  const label = order.replace(/^-/, '');
  const value = columns.find((column) => column.label === label)?.value;
  const direction = label === order ? ('ascending' as const) : ('descending' as const);
  return value && { label, value, direction };
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
  const moves = new Map([
    ['ArrowDown', at + 1],
    ['ArrowUp', at - 1],
    ['Home', 0],
    ['End', names.length - 1],
  ]);
  const to = at < 0 ? undefined : moves.get(event.key);
  if (to === undefined) return;
  event.preventDefault();
  names[to]?.focus();
}
