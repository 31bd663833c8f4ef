import { type RefObject, useEffect, useState } from 'react';

/** Shorter tables are drawn whole. */
const longest = 80;
/** Rows drawn beyond each edge of what is seen; the window moves in steps of as many. */
const margin = 20;

export interface RowWindow {
  first: number;
  /** The row after the last one. */
  end: number;
  /** Height of a row in pixels. */
  height: number;
}

/** The rows of a long table that are in sight in its scrolling box; all rows are of one height. */
export function useRowWindow(table: RefObject<HTMLTableElement | null>, count: number): RowWindow {
  const [seen, setSeen] = useState({ first: 0, rows: 2 * margin, height: 48 });

  useEffect(() => {
    const box = table.current?.parentElement;
    if (!box) return;
    const look = () => {
      const row = table.current?.querySelector('tr[data-row]');
      const height = row?.getBoundingClientRect().height || 48;
      const step = (pixels: number) => Math.ceil(pixels / height / margin) * margin;
      const first = Math.max(0, step(box.scrollTop) - 2 * margin);
      const rows = step(box.clientHeight) + 3 * margin;
      setSeen((old) =>
        old.first === first && old.rows === rows && old.height === height
          ? old
          : { first, rows, height },
      );
    };
    look();
    box.addEventListener('scroll', look, { passive: true });
    const watch = new ResizeObserver(look);
    watch.observe(box);
    return () => {
      box.removeEventListener('scroll', look);
      watch.disconnect();
    };
  }, [table]);

  if (count <= longest) return { first: 0, end: count, height: seen.height };
  const first = Math.min(seen.first, Math.max(0, count - seen.rows));
  return { first, end: Math.min(count, first + seen.rows), height: seen.height };
}
