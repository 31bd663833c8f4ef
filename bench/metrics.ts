/** One measurement and what it is compared with. */
export interface Metric {
  name: string;
  ours: number;
  /** Measured in the same run, or a fixed limit. */
  baseline: number;
  unit: string;
  /** Required ours / baseline: `min` for throughput, `max` for time, memory and bytes. */
  min?: number;
  max?: number;
  /** The same ratio by the server's CPU time, where that is known. */
  cpuRatio?: number;
}

export interface Scenario {
  /** As in `npm run bench -- <name>`. */
  name: string;
  run: () => Promise<Metric[]>;
}

/** A metric that must not exceed a fixed limit. */
export function atMost(name: string, ours: number, baseline: number, unit: string): Metric {
  return { name, ours, baseline, unit, max: 1 };
}

/** Whether the ratio keeps to its bounds. A figure that is missing on this machine (NaN) has none. */
export function isMet({ ours, baseline, min, max }: Metric): boolean {
  const ratio = ours / baseline;
  return !(min !== undefined && ratio < min) && !(max !== undefined && ratio > max);
}

/** One line: the figure, and what it is held against. */
export function describeMetric({ name, ours, baseline, unit, min, max }: Metric): string {
  const value = `${name}: ${format(ours)} ${unit}`.trimEnd();
  if (min !== undefined) return `${value} (at least ${format(min * baseline)})`;
  return max === undefined ? value : `${value} (at most ${format(max * baseline)})`;
}

/**
 * A throughput that must reach `wanted`. A machine whose bare baseline is too slow for that
 * owes the usual share of the baseline instead.
 */
export function reaches(name: string, { ours, baseline, unit, min = 1 }: Metric, wanted: number) {
  return { name, ours, baseline: Math.min(wanted, min * baseline), unit, min: 1 } satisfies Metric;
}

/** The value below which that share of the values lies. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN;
}

const columns = ['metric', 'ours', 'baseline', 'ratio', 'required', 'met', 'by CPU'];

function format(value: number): string {
  const digits = value >= 100 ? 0 : value >= 10 ? 1 : 2;
  return value.toLocaleString('en-US', {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
}

function toRow(metric: Metric): string[] {
  const { name, ours, baseline, unit, min, max, cpuRatio } = metric;
  const ratio = ours / baseline;
  const bounds = [min === undefined ? '' : `≥ ${min}`, max === undefined ? '' : `≤ ${max}`];
  const required = bounds.filter(Boolean).join(', ');
  return [
    name,
    `${format(ours)} ${unit}`,
    `${format(baseline)} ${unit}`,
    ratio.toFixed(2),
    required,
    required && (isMet(metric) ? 'yes' : 'NO'),
    cpuRatio === undefined ? '' : cpuRatio.toFixed(2),
  ];
}

/** Formats metrics as a plain-text table. */
export function formatTable(metrics: readonly Metric[]): string {
  const rows = [columns, ...metrics.map(toRow)];
  const widths = columns.map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)));
  const pad = (cell: string, at: number) =>
    at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0);
  return rows.map((row) => row.map(pad).join('  ').trimEnd()).join('\n');
}
