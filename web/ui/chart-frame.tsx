import { type ReactNode, useId } from 'react';

export interface ChartPoint {
  key: string;
  /** As the axis has room for it. */
  label: string;
  /** In full, for the table; the label when absent. */
  name?: string;
  value: number;
  /** The value as people read it. */
  text: string;
  /** What is left over, taken together: it has a figure and no bar, which would dwarf the others. */
  rest?: true;
}

interface ChartFrameProps {
  title: string;
  /** A line under the title: what is left out, what is counted. */
  note?: ReactNode;
  /** The heads of the table's two columns. */
  columns: readonly [string, string];
  points: readonly ChartPoint[];
  children: ReactNode;
}

/** A drawing with its title, and the same figures as a table for those who cannot or will not look at it. */
export function ChartFrame({ title, note, columns, points, children }: ChartFrameProps) {
  const id = useId();
  return (
    <figure
      aria-labelledby={id}
      className="flex min-w-0 flex-col border border-line bg-sheet p-4 sm:p-5"
    >
      <figcaption>
        <span className="font-display text-base font-bold" id={id}>
          {title}
        </span>
        {note && <span className="block text-sm text-steel">{note}</span>}
      </figcaption>
      <div aria-hidden="true" className="mt-4 flex-1">
        {children}
      </div>
      <details className="mt-3 text-sm print:hidden">
        <summary className="inline-flex min-h-9 cursor-pointer items-center text-steel underline underline-offset-4 pointer-coarse:min-h-11">
          Show as a table
        </summary>
        <table className="mt-2 w-full border-collapse text-left tabular-nums">
          <caption className="sr-only">{title}</caption>
          <thead>
            <tr>
              <th className="py-1 pr-3 font-semibold" scope="col">
                {columns[0]}
              </th>
              <th className="py-1 text-right font-semibold" scope="col">
                {columns[1]}
              </th>
            </tr>
          </thead>
          <tbody>
            {points.map((point) => (
              <tr className="border-t border-line" key={point.key}>
                <th className="py-1 pr-3 font-normal wrap-anywhere" scope="row">
                  {point.name ?? point.label}
                </th>
                <td className="py-1 text-right">{point.text}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  );
}
