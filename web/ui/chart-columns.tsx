import { ChartFrame, type ChartPoint } from './chart-frame.tsx';

interface ChartColumnsProps {
  title: string;
  note?: string | undefined;
  columns: readonly [string, string];
  points: readonly ChartPoint[];
  /** Formats an axis label, for example $1.2K. */
  tick: (value: number) => string;
}

/** Pixels: height of the plot, of the labels below and of the space above; width of the axis. */
const plot = 170;
const foot = 24;
const head = 10;
const axis = 52;

/** A column chart as wide as its container: x values are percentages, so nothing has to be measured. */
export function ChartColumns({ title, note, columns, points, tick }: ChartColumnsProps) {
  const top = niceTop(Math.max(...points.map(({ value }) => value)));
  const share = 100 / points.length;
  const yOf = (value: number) => head + plot - (value / top) * plot;
  // At most 12 labels; half of them in a narrow container.
  const every = Math.ceil(points.length / 12);
  const anchor = points.findLastIndex(({ major }) => major);
  const fromAnchor = (index: number) => Math.abs((anchor < 0 ? points.length - 1 : anchor) - index);
  const ticks = [0, top / 2, top];
  return (
    <ChartFrame columns={columns} note={note} points={points} title={title}>
      <div className="@container flex text-xs text-steel tabular-nums">
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
              {/* The hover target has the full height, so that low columns are easy to hit. */}
              <rect
                className="fill-transparent hover:fill-ink/8"
                height={plot}
                width={`${share}%`}
                x={`${share * index}%`}
                y={head}
              >
                <title>{`${point.name ?? point.label}: ${point.text}`}</title>
              </rect>
              {fromAnchor(index) % every === 0 && (
                <text
                  className={`fill-current ${fromAnchor(index) % (2 * every) === 0 ? '' : '@max-md:hidden'}`}
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

/** Scale maxima whose half is also a round number. */
const steps = [1, 1.2, 1.6, 2, 2.4, 3, 4, 5, 6, 8, 10];

/** The round number at or above the highest value; 1 without a positive value. */
function niceTop(highest: number): number {
  if (!(highest > 0)) return 1;
  const power = 10 ** Math.floor(Math.log10(highest));
  const step = steps.find((candidate) => candidate * power >= highest - 1e-9);
  return (step ?? 10) * power;
}
