import { ChartFrame, type ChartPoint } from './chart-frame.tsx';
import { niceTop } from './chart-scale.ts';

interface ChartColumnsProps {
  title: string;
  note?: string | undefined;
  columns: readonly [string, string];
  points: readonly ChartPoint[];
  /** The scale's own words, for example $1.2K. */
  tick: (value: number) => string;
}

/** Pixels: the plot, the labels under it, the room above it for the top line's own label. */
const plot = 170;
const foot = 24;
const head = 10;
const axis = 52;

/** Columns over time, as wide as there is room: everything across is in per cent, so nothing is measured. */
export function ChartColumns({ title, note, columns, points, tick }: ChartColumnsProps) {
  const top = niceTop(Math.max(...points.map(({ value }) => value)));
  const share = 100 / points.length;
  const yOf = (value: number) => head + plot - (value / top) * plot;
  // As many labels as a phone has room for.
  const every = Math.ceil(points.length / 12);
  const ticks = [0, top / 2, top];
  return (
    <ChartFrame columns={columns} note={note} points={points} title={title}>
      <div className="flex text-xs text-steel tabular-nums">
        <svg
          aria-hidden="true"
          className="shrink-0 overflow-visible"
          height={head + plot + foot}
          width={axis}
        >
          {ticks.map((value) => (
            <text
              className="fill-current"
              dominantBaseline="middle"
              key={value}
              textAnchor="end"
              x={axis - 8}
              y={yOf(value)}
            >
              {tick(value)}
            </text>
          ))}
        </svg>
        <svg
          aria-hidden="true"
          className="min-w-0 flex-1 overflow-visible"
          height={head + plot + foot}
        >
          {ticks.map((value) => (
            <line
              className={value === 0 ? 'stroke-ink' : 'stroke-line'}
              key={value}
              strokeWidth={value === 0 ? 2 : 1}
              x1="0"
              x2="100%"
              y1={yOf(value)}
              y2={yOf(value)}
            />
          ))}
          {points.map((point, index) => (
            <g key={point.key}>
              <rect
                className="fill-rust"
                height={head + plot - yOf(point.value)}
                width={`${share * 0.68}%`}
                x={`${share * (index + 0.16)}%`}
                y={yOf(point.value)}
              />
              {/* The whole height answers to the pointer, also over a low column. */}
              <rect
                className="fill-transparent hover:fill-ink/8"
                height={plot}
                width={`${share}%`}
                x={`${share * index}%`}
                y={head}
              >
                <title>{`${point.name ?? point.label}: ${point.text}`}</title>
              </rect>
              {(points.length - 1 - index) % every === 0 && (
                <text
                  className="fill-current"
                  textAnchor="middle"
                  x={`${share * (index + 0.5)}%`}
                  y={head + plot + 18}
                >
                  {point.label}
                </text>
              )}
            </g>
          ))}
        </svg>
      </div>
    </ChartFrame>
  );
}
