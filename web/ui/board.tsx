import {
  type DragEvent,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { Button } from './button.tsx';

interface BoardProps<Row, Name extends string> {
  columns: readonly { name: Name; label: string }[];
  rows: readonly Row[];
  columnOf: (row: Row) => Name;
  keyOf: (row: Row) => number;
  /** The name of a row for its menu. */
  nameOf: (row: Row) => string;
  /** By default every row is. */
  isMovable?: (row: Row) => boolean;
  onMove: (row: Row, to: Name) => void;
  /** Renders a card's content. */
  children: (row: Row) => ReactNode;
}

/** Cards of a column that are shown at first, and with each press of Show more. */
const pageSize = 20;

/** Rows as cards in columns. A card is moved by drag, by its menu, and by Shift with an arrow key. */
export function Board<Row, Name extends string>({
  columns,
  rows,
  columnOf,
  keyOf,
  nameOf,
  isMovable = () => true,
  onMove,
  children,
}: BoardProps<Row, Name>) {
  const board = useRef<HTMLDivElement>(null);
  const id = useId();
  const [dragged, setDragged] = useState<Row | null>(null);
  const [over, setOver] = useState<Name | null>(null);
  const moved = useRef<string | null>(null);
  useEffect(() => {
    // A moved card is another element: the focus, which went with the earlier one, follows it.
    const { activeElement } = document;
    const isElsewhere = activeElement !== document.body && activeElement !== board.current;
    const card = moved.current && board.current?.querySelector<HTMLElement>(moved.current);
    if (isElsewhere || !card) return;
    card.focus();
    moved.current = null;
  });

  function move(row: Row, to: Name | undefined) {
    if (to === undefined || to === columnOf(row) || !isMovable(row)) return;
    moved.current = `[data-column="${to}"] [data-card="${keyOf(row)}"] button`;
    onMove(row, to);
  }

  function onKeyDown(event: KeyboardEvent, row: Row) {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!event.shiftKey || step === undefined) return;
    event.preventDefault();
    const at = columns.findIndex(({ name }) => name === columnOf(row));
    move(row, columns[at + step]?.name);
  }

  const targetOf = (name: Name) => ({
    onDragOver: (event: DragEvent) => {
      if (dragged === null) return;
      event.preventDefault();
      setOver(name);
    },
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      if (dragged !== null) move(dragged, name);
      setDragged(null);
      setOver(null);
    },
  });

  return (
    <>
      <p className="text-sm text-steel pointer-coarse:hidden print:hidden" id={id}>
        Drag a card, choose under Move to, or press Shift and an arrow key on it.
      </p>
      <section
        aria-label="Board"
        className="grid snap-x auto-cols-[minmax(11rem,1fr)] grid-flow-col items-start gap-2 overflow-x-auto pb-3"
        ref={board}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
        tabIndex={0}
      >
        {columns.map(({ name, label }) => (
          <section
            aria-label={label}
            className={`min-h-40 snap-start border-t-2 bg-well p-2 ${over === name ? 'border-signal outline-2 outline-signal' : 'border-ink'}`}
            data-column={name}
            key={name}
            {...targetOf(name)}
          >
            <Column label={label} rows={rows.filter((row) => columnOf(row) === name)}>
              {(row) => (
                <li
                  className="border border-line bg-sheet"
                  data-card={keyOf(row)}
                  draggable={isMovable(row)}
                  key={keyOf(row)}
                  onDragEnd={() => {
                    setDragged(null);
                    setOver(null);
                  }}
                  onDragStart={({ dataTransfer }) => {
                    // Firefox drags nothing without data.
                    dataTransfer.setData('text/plain', nameOf(row));
                    dataTransfer.effectAllowed = 'move';
                    setDragged(row);
                  }}
                  onKeyDown={(event) => onKeyDown(event, row)}
                >
                  {children(row)}
                  <select
                    aria-describedby={id}
                    aria-label={`Move ${nameOf(row)} to`}
                    className="min-h-9 w-full border-t border-line bg-sheet px-3 text-sm pointer-coarse:min-h-11"
                    disabled={!isMovable(row)}
                    onChange={(event) => move(row, event.target.value as Name)}
                    value={name}
                  >
                    {columns.map((column) => (
                      <option key={column.name} value={column.name}>
                        {column.name === name ? 'Move to…' : column.label}
                      </option>
                    ))}
                  </select>
                </li>
              )}
            </Column>
          </section>
        ))}
      </section>
    </>
  );
}

interface ColumnProps<Row> {
  label: string;
  rows: readonly Row[];
  children: (row: Row) => ReactNode;
}

function Column<Row>({ label, rows, children }: ColumnProps<Row>) {
  const [count, setCount] = useState(pageSize);
  return (
    <>
      <h2 className="mb-2 flex items-baseline justify-between px-1 font-display text-sm font-bold">
        {label}
        <span className="text-steel tabular-nums">{rows.length}</span>
      </h2>
      <ul className="grid gap-2">{rows.slice(0, count).map(children)}</ul>
      {rows.length > count && (
        <Button
          className="mt-2 w-full"
          onClick={() => setCount(count + pageSize)}
          size="sm"
          variant="quiet"
        >
          Show more
        </Button>
      )}
    </>
  );
}
