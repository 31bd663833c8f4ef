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
  /** Ours / baseline of each run, when there were several; the other figures are medians. */
  ratios?: readonly number[];
  /** The same ratio by the server's CPU time, where that is known. */
  cpuRatio?: number;
}

export interface Scenario {
  /** As in `npm run bench -- <name>`. */
  name: string;
  run: () => Promise<Metric[]>;
}

/** Medians of runs, and the ratio of each. */
export function medians(ours: readonly number[], baselines: readonly number[]) {
  return {
    ours: percentile(ours, 0.5),
    baseline: percentile(baselines, 0.5),
    ratios: ours.map((own, run) => own / (baselines[run] ?? Number.NaN)),
  };
}

/** A metric that must not exceed a fixed limit; of several runs, their median. */
export function atMost(
  name: string,
  ours: number | readonly number[],
  baseline: number,
  unit: string,
): Metric {
  if (typeof ours === 'number') return { name, ours, baseline, unit, max: 1 };
  const limits = ours.map(() => baseline);
  return { name, ...medians(ours, limits), unit, max: 1 };
}

/** The median over the runs. */
export function ratioOf({ ours, baseline, ratios }: Metric): number {
  return ratios ? percentile(ratios, 0.5) : ours / baseline;
}

/** Whether the ratio keeps to its bounds. A figure that is missing on this machine (NaN) has none. */
export function isMet(metric: Metric): boolean {
  const { min, max } = metric;
  const ratio = ratioOf(metric);
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

export function format(value: number): string {
  const digits = value >= 100 ? 0 : value >= 10 ? 1 : 2;
  return value.toLocaleString('en-US', {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
}
