import { type ReactNode, useId } from 'react';
import { t } from '#contract/text/languages.ts';

export interface ChartPoint {
  key: string;
  /** Short label for the axis. */
  label: string;
  /** Full label for the table; defaults to `label`. */
  name?: string;
  value: number;
  /** The label of a larger unit, such as a year, which is never omitted. */
  major?: boolean;
  /** The formatted value. */
  text: string;
  /** The sum of all others: it has no bar, which would dwarf the rest. */
  rest?: true;
}

interface ChartFrameProps {
  title: string;
  /** A line under the title. */
  note?: ReactNode;
  /** The headers of the table's two columns. */
  columns: readonly [string, string];
  points: readonly ChartPoint[];
  children: ReactNode;
}

/** A chart with its title, and the same data as a table. */
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
          {t('Show as a table', 'Ver como tabla')}
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
