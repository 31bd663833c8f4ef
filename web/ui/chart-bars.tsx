import { ChartFrame, type ChartPoint } from './chart-frame.tsx';

interface ChartBarsProps {
  title: string;
  columns: readonly [string, string];
  /** Longest first. */
  points: readonly ChartPoint[];
}

/** A horizontal bar chart with label and value above each bar. */
export function ChartBars({ title, columns, points }: ChartBarsProps) {
  const longest = Math.max(
    ...points.map(({ value, rest }) => (rest ? 0 : value)),
    Number.MIN_VALUE,
  );
  return (
    <ChartFrame columns={columns} points={points} title={title}>
      <ul className="grid gap-2 text-sm">
        {points.map((point) => (
          <li key={point.key}>
            <span className="flex flex-wrap items-baseline justify-between gap-x-4">
              <span className="min-w-0 wrap-anywhere">{point.label}</span>
              <span className="ml-auto tabular-nums">{point.text}</span>
            </span>
            {!point.rest && (
              <svg aria-hidden="true" className="block w-full bg-well" height="8">
                <rect
                  className="fill-rust"
                  height="8"
                  width={`${(point.value / longest) * 100}%`}
                />
              </svg>
            )}
          </li>
        ))}
      </ul>
    </ChartFrame>
  );
}
